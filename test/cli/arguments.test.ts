/** What is said to a command that is called wrongly, and help. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CommandTree } from "../../src/cli/command.ts";
import { laurel as tree } from "../../src/cli/laurel.ts";
import { laurel, nobodysAddress } from "./laurel.ts";

it.each<[args: string[], message: string]>([
  [["tpo", "b"], 'there is no command "tpo". Did you mean top?'],
  [["boards", "lst"], 'there is no command "lst". Did you mean list?'],
  [["toString"], 'there is no command "toString"'],
  [["--json", "top", "b"], "a command comes first, then its options (here stands --json)"],
  [["top"], "BOARD is missing"],
  [["rank", "b"], "PLAYER is missing"],
  [["top", "b", "c"], '"c" is one argument too many'],
  [["top", "b", "--perid", "day:current"], "there is no option --perid. Did you mean --period?"],
  [["top", "b", "--no-json"], "there is no option --no-json"],
  [["top", "b", "-l", "5"], "there is no option -l"],
  [["top", "b", "--limit"], "--limit needs a value"],
  [["top", "b", "--limit", "--"], "--limit needs a value"],
  [["top", "b", "--limit", "many"], '--limit "many" is not a whole number'],
  [["top", "b", "--limit", "5", "--limit=6"], "--limit is given twice; it takes one value"],
  [["top", "b", "--json=yes"], "--json takes no value"],
  [
    ["top", "b", "--url", "localhost:8080"],
    'the address "localhost:8080" is not of the form http://host:port',
  ],
  [["submit", "b", "--score", "5"], "--player is missing"],
  [["submit", "b", "--player", "p"], "one of --score, --delta and --value is needed"],
  [["submit", "b", "--player", "p", "--score", "1", "--delta", "1"], "one of --score, --delta and --value"],
  [
    ["submit", "b", "--player", "p", "--score", "1", "--scope", "eu"],
    '--scope "eu" is not of the form name:value',
  ],
  [
    ["submit", "b", "--player", "p", "--score", "1", "--metadata", "[1]"],
    '--metadata "[1]" is not a JSON object',
  ],
  [["keys", "make", "k", "--right", "write"], '--right "write" is not one of read, submit, review, admin'],
  [["boards", "delete", "b"], "say so with --yes"],
  [["boards", "check", "x.json", "--at", "yesterday"], '--at: instant "yesterday" is not'],
  [["export", "--standings"], "--standings needs a BOARD"],
  [["export", "b", "--period", "all"], "--period goes with --standings"],
  [["export", "b", "--standings", "--data", "x"], "--data is for events"],
  [["export", "b", "--standings", "--format", "xml"], '--format "xml" is neither csv nor ndjson'],
  [["import", "b", "-", "--batch", "0"], "--batch 0 is not from 1 to 5000"],
  [["import", "b", "-", "--in-flight", "17"], "--in-flight 17 is not from 1 to 16"],
  [["import", "b", "-", "--patience", "long"], '--patience: duration "long" is not'],
  [["import", "b", "-", "--value", "points"], '--value "points" is not of the form name=value'],
  [["import", "nowhere.csv"], "there is no file nowhere.csv"],
  [["plan"], "--players is missing"],
  [["plan", "--players", "many"], '--players "many" is not a number from 1 up, as in 5000, 20k or 2.5M'],
  [["plan", "--players", "0"], '--players "0" is not a number from 1 up'],
  [
    ["plan", "--players", "1", "--events", "5", "--matches", "5"],
    "--events and --matches say the same: give one",
  ],
  [
    ["plan", "--players", "1", "--periods", "day=40"],
    '--periods "day=40" is not of the form NAME, NAME=SHARE%',
  ],
  [["plan", "--players", "1", "--periods", "day=140%"], "--periods: 140% is more than all"],
  [["plan", "--players", "1", "--scopes", "guild"], '--scopes "guild" is not of the form NAME=VALUES'],
  [["plan", "--players", "1", "--peak", "20%"], '--peak "20%" is not of the form SHARE%/TIME, as in 20%/10m'],
  [
    ["plan", "--players", "1", "--read-peak", "20%/2d"],
    '--read-peak "20%/2d" is not of the form SHARE%/TIME',
  ],
  [["plan", "--players", "1", "--columns", "5"], '--columns "5" is not a whole number from 1 to 4'],
  [["plan", "--players", "1", "--memory", "70%"], '--memory "70%" is not a size such as 512MB, 24GiB or 4TB'],
])("laurel %j exits with 2", async (args, message) => {
  const { code, out, err } = await laurel(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(message);
  expect(err).toMatch(/"laurel[a-z ]* --help" shows what it takes\.\n$/);
});

it("shows what there is, and exits with 2, where nothing is asked", async () => {
  const { code, out, err } = await laurel([]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("Usage: laurel COMMAND");
  expect((await laurel(["boards"])).code).toBe(2);
});

it("has the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await laurel(["--version"])).toMatchObject({ code: 0, out: `${version}\n`, err: "" });
});

/** How each command is called, behind `laurel`. */
function pathsOf(found: CommandTree, path: string[] = []): string[][] {
  if (!("commands" in found)) return [path];
  return Object.entries(found.commands).flatMap(([name, child]) => pathsOf(child, [...path, name]));
}

describe("help", () => {
  it.each(pathsOf(tree).map((path) => path.join(" ")))("of laurel %s", async (path) => {
    const { code, out, err } = await laurel([...path.split(" "), "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Usage: laurel ${path}`);
    for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(120);
  });

  it("of a group lists its commands", async () => {
    const { out } = await laurel(["keys", "--help"]);
    for (const name of ["make", "list", "revoke"]) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  it("is no help behind --", async () => {
    const { code, err } = await laurel(["rank", "b", "--url", await nobodysAddress(), "--", "--help"]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("cannot be reached") });
  });
});
