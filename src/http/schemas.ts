/** Schemas of what goes in and out: types, checks and the OpenAPI document come from these. */
import Type, { type Static, type TProperties } from "typebox";

const closed = { additionalProperties: false } as const;

const Id = Type.String({ description: "1 to 128 bytes of UTF-8 without control characters" });
/** On the way in any text is taken here: core judges its form and names the value. */
const ValueIn = Type.Union([Type.Number(), Type.String()], { description: "A number, or its decimal text" });
const Milliseconds = Type.Integer({ description: "Milliseconds since 1970" });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const reportFields = {
  playerId: Id,
  matchId: Type.Optional(
    Type.String({
      description: "Identity of the event, with board and player; may be left out on best boards only",
    }),
  ),
  score: Type.Optional(ValueIn),
  delta: Type.Optional(ValueIn),
  values: Type.Optional(
    Type.Record(Type.String(), ValueIn, { description: "By column, on boards with several" }),
  ),
  achievedAt: Type.Optional(
    Type.Union([Type.Number(), Type.String()], {
      description: "Milliseconds since 1970, or RFC 3339 with an offset",
    }),
  ),
  scopes: Type.Optional(Type.Record(Type.String(), Type.String())),
  metadata: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: "Up to 1 KiB as compact JSON, stored and never looked at" },
    ),
  ),
  period: Type.Optional(Type.String({ description: "The period it was meant for" })),
};

export const ReportBody = Type.Object(reportFields, closed);
export const BoardReportBody = Type.Object({ board: Id, ...reportFields }, closed);
export const BatchBody = Type.Array(ReportBody, { maxItems: 5_000 });
export type ReportInput = Static<typeof BoardReportBody> | Static<typeof ReportBody>;

export const SubmitQuery = Type.Object(
  {
    answer: Type.Optional(Type.Union([Type.Literal("ranks"), Type.Literal("scores"), Type.Literal("none")])),
    include: Type.Optional(Type.Literal("scopes")),
    backfill: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
  },
  closed,
);
export type SubmitQuery = Static<typeof SubmitQuery>;

const valueFields = {
  score: Type.Optional(Type.Number()),
  values: Type.Optional(Type.Record(Type.String(), Type.Number())),
};

const EventState = Type.Union([Type.Literal("counted"), Type.Literal("held"), Type.Literal("voided")]);

const FedStanding = Nullable(
  Type.Object({
    ...valueFields,
    rank: Type.Optional(Nullable(Type.Integer())),
    previousScore: Type.Optional(Nullable(Type.Number())),
    previousValues: Type.Optional(Nullable(Type.Record(Type.String(), Type.Number()))),
    previousRank: Type.Optional(Nullable(Type.Integer())),
    improved: Type.Boolean(),
  }),
);

export const SubmitAnswer = Type.Object({
  applied: Type.Boolean(),
  duplicate: Type.Boolean(),
  state: EventState,
  playerId: Type.String(),
  matchId: Type.String(),
  standings: Type.Optional(Type.Record(Type.String(), FedStanding)),
  scopes: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), FedStanding))),
  closed: Type.Array(Type.String()),
  asOf: Milliseconds,
});

export const BatchAnswer = Type.Object({
  results: Type.Array(
    Type.Object({ index: Type.Integer(), status: Type.Integer() }, { additionalProperties: true }),
  ),
  applied: Type.Integer(),
  duplicates: Type.Integer(),
  held: Type.Integer(),
  refused: Type.Integer(),
});

/** Numbers in queries are decimal digits only. */
const Digits = (description: string) => Type.String({ pattern: "^(0|[1-9][0-9]{0,15})$", description });

const standingsQuery = {
  period: Type.Optional(
    Type.String({
      description:
        "A key, or current, previous, day:current and so on; the board's first where it is left out",
    }),
  ),
  scope: Type.Optional(Type.String({ description: "name:value" })),
};
const includeMetadata = { include: Type.Optional(Type.Literal("metadata")) };

const query = <T extends TProperties>(fields: T) => Type.Object(fields, closed);

export const TopQuery = query({
  ...standingsQuery,
  ...includeMetadata,
  limit: Type.Optional(Digits("1 to 1000; 100 where it is left out")),
  offset: Type.Optional(Digits("0-based place of the first row")),
  cursor: Type.Optional(Type.String()),
});
export type TopQuery = Static<typeof TopQuery>;
export const PlayerQuery = query({
  ...standingsQuery,
  ...includeMetadata,
  neighbours: Type.Optional(Digits("0 to 100; 5 where it is left out")),
});
export const RankQuery = query({ ...standingsQuery, ...includeMetadata });
export const WindowQuery = query({
  ...standingsQuery,
  ...includeMetadata,
  above: Type.Optional(Digits("0 to 100; 5 where it is left out")),
  below: Type.Optional(Digits("0 to 100; 5 where it is left out")),
});
export const HistoryQuery = query({
  limit: Type.Optional(Digits("1 to 1000; 100 where it is left out")),
  cursor: Type.Optional(Type.String()),
});
/** A parameter a column: which ones there are depends on the board, so names are checked by the route. */
export const AroundScoreQuery = Type.Object(
  {
    ...standingsQuery,
    above: Type.Optional(Digits("0 to 100; 5 where it is left out")),
    below: Type.Optional(Digits("0 to 100; 5 where it is left out")),
    score: Type.Optional(
      Type.String({ description: "The value; on boards with several columns a parameter a column" }),
    ),
  },
  { additionalProperties: Type.String() },
);
export const LookupQuery = query({ ...standingsQuery, ...includeMetadata });
export const ScopeQuery = query({
  period: standingsQuery.period,
  limit: Type.Optional(Digits("1 to 1000; 100 where it is left out")),
  after: Type.Optional(Type.String({ description: "The value behind which the page begins" })),
});
export const PeriodsQuery = query({
  limit: Type.Optional(Digits("1 to 1000; 100 where it is left out")),
  after: Type.Optional(Type.String({ description: "The key behind which the page begins" })),
});
export const NoQuery = query({});
/** The id in the query: URL parsers remove `.` and `..` from paths, and proxies decode `%2F`. */
export const withId = <T extends TProperties>(schema: Type.TObject<T>) =>
  Type.Object({ id: Id, ...schema.properties }, closed);

export const LookupBody = Type.Object(
  { playerIds: Type.Array(Id, { minItems: 0, maxItems: 1_000 }) },
  closed,
);

const Entry = Type.Object({
  rank: Type.Integer(),
  playerId: Type.String(),
  ...valueFields,
  reachedAt: Milliseconds,
  metadata: Type.Optional(Nullable(Type.Object({}, { additionalProperties: true }))),
});

const standingsHead = {
  board: Type.String(),
  period: Type.String(),
  scope: Nullable(Type.String()),
  total: Type.Integer(),
  asOf: Milliseconds,
  exact: Type.Boolean(),
};

export const TopAnswer = Type.Object({
  ...standingsHead,
  entries: Type.Array(Entry),
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
});

const place = {
  ...Entry.properties,
  attempts: Type.Integer(),
  percentile: Type.Number(),
  topPercent: Type.Number(),
};
export const RankAnswer = Type.Object({ ...standingsHead, ...place });
export const WindowAnswer = Type.Object({ ...standingsHead, ...place, entries: Type.Array(Entry) });
export const LookupAnswer = Type.Object({
  ...standingsHead,
  entries: Type.Array(Type.Object({ position: Type.Integer(), ...place })),
  notFound: Type.Array(Type.String()),
});
export const AroundScoreAnswer = Type.Object({
  ...standingsHead,
  ...valueFields,
  rank: Type.Integer(),
  topPercent: Type.Number(),
  percentile: Type.Number(),
  entries: Type.Array(Entry),
});

export const HistoryAnswer = Type.Object({
  board: Type.String(),
  playerId: Type.String(),
  events: Type.Array(
    Type.Object({
      matchId: Type.String(),
      ...valueFields,
      state: EventState,
      periods: Type.Array(Type.String(), { description: "Keys of the periods that took it" }),
      scopes: Type.Record(Type.String(), Type.String()),
      achievedAt: Milliseconds,
      acceptedAt: Milliseconds,
      makesStanding: Type.Boolean({ description: "Whether one of the player's standings is this event now" }),
    }),
  ),
  next: Nullable(Type.String()),
  asOf: Milliseconds,
});

const PeriodFields = {
  period: Type.String(),
  kind: Type.String(),
  start: Nullable(Milliseconds),
  end: Nullable(Milliseconds),
  total: Type.Integer(),
};
export const PeriodsAnswer = Type.Object({
  board: Type.String(),
  periods: Type.Array(
    Type.Object({ ...PeriodFields, state: Type.Union([Type.Literal("open"), Type.Literal("closed")]) }),
  ),
  next: Nullable(Type.String()),
  asOf: Milliseconds,
});
export const ScopeAnswer = Type.Object({
  board: Type.String(),
  period: Type.String(),
  scope: Type.String(),
  values: Type.Array(Type.Object({ value: Type.String(), total: Type.Integer() })),
  next: Nullable(Type.String()),
  asOf: Milliseconds,
});

/** A definition's shape in the document; core/board.ts judges every field and fills in the defaults. */
export const DefinitionBody = Type.Object(
  {
    id: Type.Optional(Id),
    title: Type.Optional(Type.String()),
    semantics: Type.Optional(Type.String({ description: "best, sum or last" })),
    columns: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
    ties: Type.Optional(Type.String({ description: "first, last, shared or dense" })),
    periods: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })])),
    ),
    timeZone: Type.Optional(Type.String()),
    weekStart: Type.Optional(Type.String()),
    grace: Type.Optional(Type.String()),
    maxAge: Type.Optional(Nullable(Type.String())),
    scopes: Type.Optional(Type.Array(Type.String())),
    rank: Type.Optional(Type.Unknown()),
    publicReads: Type.Optional(Type.Boolean()),
    retention: Type.Optional(Type.Object({}, { additionalProperties: true })),
    plausibility: Type.Optional(Type.Unknown()),
  },
  closed,
);
/** A definition with every default filled in, as it is stored and shown. */
const definitionFields = {
  id: Type.String(),
  title: Type.String(),
  semantics: Type.Union([Type.Literal("best"), Type.Literal("sum"), Type.Literal("last")]),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      order: Type.Union([Type.Literal("desc"), Type.Literal("asc")]),
      decimals: Type.Integer(),
      min: Nullable(Type.Number()),
      max: Nullable(Type.Number()),
    }),
  ),
  ties: Type.Union([
    Type.Literal("first"),
    Type.Literal("last"),
    Type.Literal("shared"),
    Type.Literal("dense"),
  ]),
  periods: Type.Array(
    Type.Union([
      Type.Literal("all"),
      Type.Literal("day"),
      Type.Literal("week"),
      Type.Literal("month"),
      Type.Object({ season: Type.String(), start: Type.String(), end: Type.String() }),
    ]),
  ),
  timeZone: Type.String(),
  weekStart: Type.String(),
  grace: Type.String(),
  maxAge: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  rank: Type.Literal("exact"),
  publicReads: Type.Boolean(),
  retention: Type.Object({
    day: Type.Optional(Type.String()),
    week: Type.Optional(Type.String()),
    month: Type.Optional(Type.String()),
    season: Type.Optional(Type.String()),
  }),
};
export const BoardAnswer = Type.Object({
  ...definitionFields,
  standings: Type.Array(Type.Object(PeriodFields)),
  nextReset: Nullable(Milliseconds),
  asOf: Milliseconds,
});
export const BoardsAnswer = Type.Object({
  boards: Type.Array(Type.Object(definitionFields)),
  asOf: Milliseconds,
});
export const DeleteQuery = query({ reason: Type.Optional(Type.String({ maxLength: 500 })) });

const RightSchema = Type.Union([
  Type.Literal("read"),
  Type.Literal("submit"),
  Type.Literal("review"),
  Type.Literal("admin"),
]);
export const KeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    rights: Type.Array(RightSchema, { minItems: 1, maxItems: 4 }),
    boards: Type.Optional(Nullable(Type.Array(Id, { maxItems: 1_000 }))),
  },
  closed,
);
const keyFields = {
  id: Type.String(),
  name: Type.String(),
  rights: Type.Array(RightSchema),
  boards: Nullable(Type.Array(Type.String())),
  createdAt: Milliseconds,
};
export const KeyAnswer = Type.Object(keyFields);
export const MadeKeyAnswer = Type.Object({
  ...keyFields,
  secret: Type.String({ description: "Shown this once; only its hash is kept" }),
});
export const KeysAnswer = Type.Object({ keys: Type.Array(KeyAnswer) });
export const KeyIdQuery = query({ id: Type.String() });

export const JobAnswer = Type.Object({
  id: Type.String(),
  verb: Type.String(),
  board: Nullable(Type.String()),
  state: Type.Union([Type.Literal("running"), Type.Literal("done"), Type.Literal("failed")]),
  startedAt: Milliseconds,
  endedAt: Nullable(Milliseconds),
  progress: Type.Unknown(),
  result: Type.Unknown(),
});

export const BoardParams = Type.Object({ board: Id });
export const PlayerParams = Type.Object({ board: Id, player: Id });
export const RankParams = Type.Object({ board: Id, n: Type.String() });
export const ScopeParams = Type.Object({ board: Id, name: Type.String() });
export const JobParams = Type.Object({ id: Type.String() });
export const KeyParams = Type.Object({ id: Type.String() });

export const ProblemAnswer = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    instance: Type.String(),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { additionalProperties: true },
);
