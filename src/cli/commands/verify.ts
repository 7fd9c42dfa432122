import type { Difference, Verification } from "../../service/verify.ts";
import { command } from "../command.ts";
import { connect } from "../connect.ts";
import { folderOf, hasLedger, withFolder } from "../folder.ts";
import { dataArg, serviceArgs } from "../options.ts";
import { note, print, printJson, type Terminal } from "../terminal.ts";
import { verifyFolder } from "../verify/verify-folder.ts";
import { verifyService } from "../verify/verify-service.ts";

export const verify = command({
  details: [
    "The running service does it (right: admin), beside its other work. With --data, or where none runs and the",
    "folder is there, the folder is read instead, as at a start. The exit code is 1 where something differs.",
  ].join("\n"),
  args: {
    board: { type: "positional", required: false, description: "Id of the board (all boards)" },
    data: { ...dataArg, description: "Read this folder instead of asking the service (LAUREL_DATA; ./data)" },
    ...serviceArgs,
  },
  examples: [
    { line: "laurel verify arena", what: "Ask the running service" },
    { line: "laurel verify --data /var/lib/laurel", what: "A folder, or a backup of one" },
  ],
  run: async (args, { terminal }) => {
    const found = await check(args, terminal);
    if (args.json === true) printJson(terminal, found);
    else for (const one of found) show(terminal, one);
    return found.every(({ differenceCount }) => differenceCount === 0) ? 0 : 1;
  },
});

async function check(
  args: { board?: string; data?: string; url?: string; key?: string },
  terminal: Terminal,
): Promise<Verification[]> {
  const board = args.board ?? null;
  const folder = folderOf(args, terminal);
  const offline = (): Promise<Verification[]> => withFolder(folder, (log) => verifyFolder(log, board));
  if (args.data !== undefined) return offline();
  try {
    return await verifyService(connect(args, terminal), board, showProgress(terminal));
  } catch (error) {
    // Whoever names an address means that service, and no folder that happens to be here.
    const named = args.url !== undefined || terminal.environment.LAUREL_URL !== undefined;
    if ((error as { code?: string }).code !== "unreachable" || named || !hasLedger(folder)) throw error;
    note(terminal, `No service runs here: reading ${folder}.`);
    return offline();
  }
}

function showProgress(terminal: Terminal): (value: unknown) => void {
  return (value) => {
    const { position, of } = (value ?? {}) as { position?: number; of?: number };
    if (terminal.errors.isTTY === true && position !== undefined)
      note(terminal, `record ${position} of ${of}`);
  };
}

function show(terminal: Terminal, found: Verification): void {
  const { board, events, standings, position, differences, differenceCount } = found;
  const read = `${events} events, ${standings} standings, up to record ${position}`;
  print(
    terminal,
    `${board}: ${differenceCount === 0 ? "agrees" : `${differenceCount} DIFFERENCES`} (${read})`,
  );
  for (const difference of differences) print(terminal, `  ${describe(difference)}`);
  if (differenceCount > differences.length)
    print(terminal, `  and ${differenceCount - differences.length} more`);
}

function describe({ where, period, scope, playerId, expected, found }: Difference): string {
  const place = [period, ...(scope === null ? [] : [scope]), `player ${JSON.stringify(playerId)}`].join(", ");
  if (where === "order") return `order   ${place}: does not stand behind the one before`;
  return `${where.padEnd(7)} ${place}: events give ${standing(expected)}, found ${standing(found)}`;
}

/** Values as they are stored: whole numbers, scaled by the decimals of their columns. */
function standing(of: Difference["expected"] | Difference["found"]): string {
  if (of === null) return "none";
  return `${of.values.join(" / ")} (reachedAt ${of.reachedAt}, ${of.attempts} attempts, event ${of.event})`;
}
