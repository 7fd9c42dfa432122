/** verify: against the service, and against the folder; what it finds, and its exit code. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { indexNumber } from "../../src/core/index-number.ts";
import { adminSecret, startService, type TestService } from "../support/service.ts";
import { laurel, laurelOn, nobodysAddress, type Run } from "./laurel.ts";

let service: TestService;
let run: (...args: string[]) => Promise<Run>;
beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "a", scopes: ["region"], periods: ["all", "day"] },
      { id: "b", semantics: "sum" },
    ],
  });
  const report = (board: string, i: number): string =>
    JSON.stringify({
      board,
      playerId: `p${i % 7}`,
      matchId: `m${i}`,
      score: i,
      scopes: board === "a" ? { region: "eu" } : {},
    });
  const input = Array.from({ length: 100 }, (_, i) => `${report("a", i)}\n${report("b", i)}\n`).join("");
  await laurelOn(service, input)("import", "-");
  run = laurelOn(service);
});
afterAll(() => service.close());

const agrees =
  "a: agrees (100 events, 28 standings, up to record 208)\nb: agrees (100 events, 7 standings, up to record 208)\n";

it("asks the running service", async () => {
  const { code, out } = await run("verify");
  expect({ code, out: out.replace(/record \d+/g, "record 208") }).toEqual({ code: 0, out: agrees });
  expect((await run("verify", "b", "--json")).json()).toMatchObject([
    { board: "b", events: 100, differenceCount: 0 },
  ]);
  expect(await run("verify", "nope")).toMatchObject({ code: 1, err: expect.stringContaining("(404)") });
});

it("reads a folder, beside the service and without one", async () => {
  const beside = await laurel(["verify", "--data", service.folder]);
  expect({ ...beside, out: beside.out.replace(/record \d+/g, "record 208") }).toMatchObject({
    code: 0,
    out: agrees,
    err: "",
  });
  const one = await laurel(["verify", "b", "--data", service.folder, "--json"]);
  expect(one.json()).toMatchObject([{ board: "b", standings: 7 }]);
  expect(await laurel(["verify", "nope", "--data", service.folder])).toMatchObject({
    code: 1,
    err: expect.stringContaining('board "nope" is not in the ledger'),
  });
});

it("reads no folder in place of a service that was named", async () => {
  const environment = { LAUREL_DATA: service.folder, LAUREL_KEY: adminSecret };
  const named = await laurel(["verify", "--url", await nobodysAddress()], { environment });
  expect(named).toMatchObject({ code: 1, err: expect.stringContaining("cannot be reached") });
});

it("finds a standing that is not what the events say", async () => {
  const { ledger, index } = service.laurel.context;
  const entry = ledger.catalogue.board("b")!;
  const number = indexNumber(entry.periods.get("all")!.number, 0);
  const { places } = await index.places(number, ["p3"]);
  const { values, reachedAt, attempts, event } = places[0]!;
  const standing = { values: [values[0]! + 1], reachedAt, attempts, event, moved: true };
  let player = 0;
  for await (const row of ledger.states()) if (row.playerId === "p3") player = row.player;
  // Behind the ledger's back: the index shares its rows with the ledger's state.
  await index.put([{ index: number, player, playerId: "p3", standing, revision: ledger.position + 1 }], 0);

  const { code, out } = await run("verify");
  expect(code).toBe(1);
  expect(out).toContain("a: agrees");
  expect(out).toContain("b: 2 DIFFERENCES");
  expect(out).toMatch(/ state +all, player "p3": events give 679 \(.*\), found 680 \(/);
  expect(out).toMatch(/ index +all, player "p3": events give 679 \(.*\), found 680 \(/);
  const json = (await run("verify", "b", "--json")).json();
  expect(json).toMatchObject([{ differenceCount: 2, differences: [{ where: "state", playerId: "p3" }, {}] }]);
  // The folder holds the truth.
  expect(await laurel(["verify", "--data", service.folder])).toMatchObject({ code: 0 });
});
