import { readBoardInputs } from "../../../config.ts";
import type { BoardDefinition } from "../../../core/board.ts";
import { readInstant } from "../../../core/instant.ts";
import { readDefinition } from "../../../core/read-definition.ts";
import { command } from "../../command.ts";
import { describeDefinition, localTime, outlinePeriods, type PeriodOutline } from "../../describe-board.ts";
import { readAt } from "../../options.ts";
import { failUsage } from "../../output.ts";
import { table } from "../../table.ts";
import { note, print, printJson, type Terminal } from "../../terminal.ts";

const boundaries = 3;

export const check = command({
  details:
    'The file holds one definition, a list of them, or the "boards" of a config file. Every fault names its field,\nand the exit code is 1 where there is one.',
  args: {
    file: { type: "positional", required: true, description: "JSON or YAML" },
    at: { type: "string", valueHint: "TIME", description: "Show the calendar as of then (now)" },
    json: { type: "boolean", description: "Print JSON, for programs" },
  },
  examples: [
    { line: "laurel boards check laurel.config.yaml", what: "What the boards of a config file mean" },
    { line: "laurel boards check arena.json --at 2027-03-28T00:00:00Z", what: "On a day when clocks change" },
  ],
  run: async (args, { terminal }) => {
    const now = args.at === undefined ? Date.now() : readMoment(args.at);
    const inputs = readBoardInputs(args.file);
    const boards: BoardDefinition[] = [];
    const ids = new Set<string>();
    const faults: { board: number; field: string; code: string; detail: string }[] = [];
    for (const [i, input] of inputs.entries()) {
      const read = readDefinition(input);
      const add = (code: string, detail: string, field = ""): void => {
        faults.push({ board: i + 1, field, code, detail });
      };
      if (!read.ok) add(read.refusal.code, read.refusal.detail, read.refusal.path);
      else if (ids.has(read.value.id))
        add("invalid_request", `id ${JSON.stringify(read.value.id)} is there twice`, "/id");
      else boards.push(read.value);
      if (read.ok) ids.add(read.value.id);
    }
    if (args.json === true)
      printJson(terminal, {
        boards: boards.map((board) => ({
          definition: board,
          periods: outlinePeriods(board, now, boundaries),
        })),
        faults,
      });
    else show(terminal, boards, now);
    if (args.json !== true)
      for (const { board, field, detail } of faults)
        note(
          terminal,
          `laurel: board ${board} in ${args.file}: ${detail}${field === "" ? "" : ` (at ${field})`}`,
        );
    return faults.length > 0 ? 1 : 0;
  },
});

function readMoment(text: string): number {
  const instant = readInstant(readAt(text));
  return instant.ok ? instant.value : failUsage(`--at: ${instant.refusal.detail}`);
}

function show(terminal: Terminal, boards: readonly BoardDefinition[], now: number): void {
  for (const [i, definition] of boards.entries()) {
    if (i > 0) print(terminal, "");
    print(terminal, ...describeDefinition(definition));
    const outlines = outlinePeriods(definition, now, boundaries);
    if (outlines.length === 0) continue;
    const columns = ["period", "key", `from (${definition.timeZone})`, "to", "from (UTC)", "to"];
    const rows = outlines.flatMap((outline) => periodRows(definition, outline, now));
    print(
      terminal,
      "",
      ...table(
        columns.map((head) => ({ head })),
        rows,
      ).map((line) => `  ${line}`),
    );
  }
}

function periodRows(
  definition: BoardDefinition,
  { name, current, next }: PeriodOutline,
  now: number,
): string[][] {
  const state = now < current.start ? "to come" : now >= current.end ? "past" : "now";
  return [current, ...next].map(({ key, start, end }, i) => [
    i === 0 ? `${name} (${state})` : "",
    key,
    localTime(definition.timeZone, start),
    localTime(definition.timeZone, end),
    localTime("UTC", start).replace("+00:00", "Z"),
    localTime("UTC", end).replace("+00:00", "Z"),
  ]);
}
