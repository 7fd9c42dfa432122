/** verify finds what is wrong, and nothing else, also while scores come in. */
import { expect, it, onTestFinished } from "vitest";
import { verify } from "../../src/service/verify.ts";
import { startService, type TestService } from "../support/service.ts";

const boards = [{ id: "b", semantics: "sum", periods: ["all", "day"], scopes: ["region"] }];

async function serve(): Promise<TestService> {
  const service = await startService({ boards });
  onTestFinished(() => service.close());
  return service;
}

function send(service: TestService, from: number, count: number) {
  const reports = Array.from({ length: count }, (_, i) => ({
    playerId: `p${(from + i) % 300}`,
    matchId: `m${from + i}`,
    score: i % 7,
    scopes: { region: i % 2 ? "eu" : "us" },
  }));
  return service.call("POST", "/v1/leaderboards/b/scores/batch?answer=none", reports);
}

it("agrees with a board that moves all the time", async () => {
  const service = await serve();
  await send(service, 0, 5_000);
  let going = true;
  const load = (async () => {
    for (let from = 5_000; going; from += 200) await send(service, from, 200);
  })();
  for (let i = 0; i < 5; i++) {
    const [result] = await verify(service.laurel.context, [1], () => {});
    expect(result).toMatchObject({ differences: [], differenceCount: 0 });
    expect(result!.events).toBeGreaterThanOrEqual(5_000);
  }
  going = false;
  await load;
});

it("answers a job to watch, with what was compared", async () => {
  const service = await serve();
  await send(service, 0, 600);
  const started = await service.call("POST", "/v1/admin/leaderboards/b/verify");
  expect([started.status, started.headers.get("location")]).toEqual([
    202,
    `/v1/admin/jobs/${started.body.id}`,
  ]);
  for (;;) {
    const { body } = await service.call("GET", `/v1/admin/jobs/${started.body.id}`);
    if (body.state === "running") continue;
    expect(body).toMatchObject({
      state: "done",
      board: "b",
      result: [{ board: "b", events: 600, standings: 1_200, differenceCount: 0 }],
    });
    break;
  }
  expect((await service.call("GET", "/v1/admin/jobs/nope")).body.code).toBe("unknown_job");
});
