-- For people with an SQL client: what is stored encoded, readable. Laurel itself uses none of it, and what it costs
-- is paid by whoever asks. docs/postgres.md has examples. The forms are those of src/core/bytes.ts, state.ts and
-- record.ts.

-- A whole number from 0 up: seven bits a byte, low first, the highest bit says that more follow. `at` is 0-based, and
-- comes back behind it.
create function laurel.read_count(bytes bytea, inout at integer, out value bigint)
language plpgsql immutable strict parallel safe as $$
declare
  piece integer;
  shift integer := 0;
begin
  value := 0;
  loop
    piece := get_byte(bytes, at);
    at := at + 1;
    value := value + ((piece & 127)::bigint << shift);
    exit when piece < 128;
    shift := shift + 7;
  end loop;
end $$;

-- A whole number with a sign: the first byte has the sign lowest, then six bits; the others are a count.
create function laurel.read_signed(bytes bytea, inout at integer, out value bigint)
language plpgsql immutable strict parallel safe as $$
declare
  first integer := get_byte(bytes, at);
  rest bigint;
begin
  at := at + 1;
  value := (first & 127) >> 1;
  if first >= 128 then
    select r.at, r.value into at, rest from laurel.read_count(bytes, at) r;
    value := value + (rest << 6);
  end if;
  if first & 1 = 1 then
    value := -value;
  end if;
end $$;

-- The standings in a member's state, a row each.
create function laurel.standings_of(state bytea)
returns table (
  excluded boolean, period integer, scope integer, "values" bigint[], reached_at bigint, attempts bigint,
  event bigint, match_id text, revision bigint
)
language plpgsql immutable strict parallel safe as $$
declare
  at integer := 1;
  left_over bigint;
  last_revision bigint;
  last_event bigint;
  index bigint;
  head integer;
  one bigint;
begin
  if length(state) = 0 then
    return;
  end if;
  if get_byte(state, 0) <> 1 then
    raise exception 'version % of a player state is unknown', get_byte(state, 0);
  end if;
  select r.at, r.value into at, last_revision from laurel.read_count(state, at) r;
  excluded := get_byte(state, at) = 1;
  at := at + 1;
  select r.at, r.value into at, left_over from laurel.read_count(state, at) r;
  for i in 1..left_over loop
    select r.at, r.value into at, index from laurel.read_count(state, at) r;
    period := index >> 26;
    scope := index & 67108863;
    head := get_byte(state, at);
    at := at + 1;
    "values" := '{}';
    for column_number in 1..head >> 1 loop
      select r.at, r.value into at, one from laurel.read_signed(state, at) r;
      "values" := "values" || one;
    end loop;
    select r.at, r.value into at, reached_at from laurel.read_signed(state, at) r;
    select r.at, r.value into at, attempts from laurel.read_count(state, at) r;
    select r.at, r.value into at, event from laurel.read_count(state, at) r;
    if event is distinct from last_event then
      select r.at, r.value into at, one from laurel.read_count(state, at) r;
      match_id := convert_from(substring(state from at + 1 for one::integer), 'UTF8');
      at := at + one::integer;
    end if;
    last_event := event;
    select r.at, r.value into at, one from laurel.read_count(state, at) r;
    revision := last_revision - one;
    return next;
  end loop;
end $$;

-- The fields of a record that is not a score, as the text that they are written in. Not jsonb, which refuses some
-- texts that JSON allows.
create function laurel.fields_of(body bytea) returns json language plpgsql immutable strict parallel safe as $$
declare
  at integer := 2;
  size bigint;
begin
  select r.at into at from laurel.read_count(body, at) r;
  select r.at, r.value into at, size from laurel.read_count(body, at) r;
  return convert_from(substring(body from at + 1 for size::integer), 'UTF8')::json;
end $$;

-- An event, from its record.
create function laurel.event_of(body bytea, committed_at bigint, out match_id text, out "values" bigint[],
  out achieved_at bigint, out held boolean, out metadata text)
language plpgsql immutable strict parallel safe as $$
declare
  at integer := 2;
  flags integer;
  many integer;
  size bigint;
begin
  select r.at into at from laurel.read_count(body, at) r;
  flags := get_byte(body, at);
  held := flags & 1 = 1;
  select r.at into at from laurel.read_count(body, at + 1) r;
  select r.at into at from laurel.read_count(body, at) r;
  select r.at, r.value into at, size from laurel.read_count(body, at) r;
  match_id := convert_from(substring(body from at + 1 for size::integer), 'UTF8');
  at := at + size::integer;
  "values" := '{}';
  many := get_byte(body, at);
  at := at + 1;
  for i in 1..many loop
    select r.at, r.value into at, size from laurel.read_signed(body, at) r;
    "values" := "values" || size;
  end loop;
  select r.at, committed_at - r.value into at, achieved_at from laurel.read_signed(body, at) r;
  -- Metadata is the last field: periods, and where they are, scopes and closed keys are passed over.
  many := get_byte(body, at);
  at := at + 1;
  for i in 1..many loop
    select r.at into at from laurel.read_count(body, at) r;
  end loop;
  if flags & 4 = 4 then
    many := get_byte(body, at);
    at := at + 1;
    for i in 1..many loop
      select r.at into at from laurel.read_count(body, at) r;
    end loop;
  end if;
  if flags & 8 = 8 then
    many := get_byte(body, at);
    at := at + 1;
    for i in 1..many loop
      select r.at + r.value::integer into at from laurel.read_count(body, at) r;
    end loop;
  end if;
  if flags & 2 = 2 then
    select r.at, r.value into at, size from laurel.read_count(body, at) r;
    metadata := convert_from(substring(body from at + 1 for size::integer), 'UTF8');
  end if;
end $$;

-- Whole numbers inside, as the numbers that they stand for.
create function laurel.shown("values" bigint[], decimals integer[]) returns numeric[]
language sql immutable strict parallel safe as $$
  select array_agg(round(v / (10::numeric ^ d), d) order by place)
  from unnest("values", decimals) with ordinality as u(v, d, place)
$$;

create view laurel.boards as
select number, id, definition, columns, decimals from (
  select distinct on (c.board) c.board as number, c.name as id, d.definition,
    array(select e ->> 'name' from json_array_elements(d.definition -> 'columns') e) as columns,
    array(select (e ->> 'decimals')::integer from json_array_elements(d.definition -> 'columns') e) as decimals
  from laurel.catalogue c
    cross join lateral (select laurel.fields_of(c.body) -> 'definition' as definition) d
  where c.kind = 'board' order by c.board, c.sequence desc) as latest
where not exists (
  select from laurel.catalogue c where c.kind = 'board-delete' and c.board = latest.number);

create view laurel.periods as
select number, board, name as key from laurel.catalogue where kind = 'period';

create view laurel.scopes as
select number, board, name, value from laurel.catalogue where kind = 'scope';

create view laurel.standings as
select b.id as board, p.key as period, s.name || ':' || s.value as scope, pl.id as player,
  (laurel.shown(st."values", b.decimals))[1] as score, laurel.shown(st."values", b.decimals) as "values",
  to_timestamp(st.reached_at / 1000.0) as reached_at, st.attempts, st.match_id, st.event as event, st.excluded
from laurel.boards b
  join laurel.members m on m.board = b.number
  join laurel.players pl on pl.number = m.player
  cross join lateral laurel.standings_of(m.state) st
  join laurel.periods p on p.number = st.period
  left join laurel.scopes s on s.number = st.scope;

create view laurel.events as
select b.id as board, pl.id as player, e.match_id, (laurel.shown(e."values", b.decimals))[1] as score,
  laurel.shown(e."values", b.decimals) as "values", to_timestamp(e.achieved_at / 1000.0) as achieved_at,
  to_timestamp(r.committed_at / 1000.0) as accepted_at, e.held, e.metadata, r.sequence
from laurel.boards b
  join laurel.records r on r.board = b.number and get_byte(r.body, 0) = 1
  join laurel.players pl on pl.number = r.player
  cross join lateral laurel.event_of(r.body, r.committed_at) e;
