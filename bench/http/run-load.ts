/** Runs the load generator on the load's core. */
import { outputOf, startScript } from "../support/processes.ts";
import type { LaurelServer } from "./laurel.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { batchPath, loadCore } from "./server.ts";

export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const started = startScript("http/load.ts", [JSON.stringify(order)], { core: loadCore });
  const output = await outputOf(started, "the load generator");
  return JSON.parse(output.trimEnd().split("\n").at(-1)!) as LoadResult;
}

/** Brings a board to a number of prior events, each player having some; returns scores a second. */
export async function fill(
  laurel: LaurelServer,
  size: { players: number; prior: number; scoped: boolean; seed: number },
): Promise<number> {
  const batch = 1_000;
  const count = Math.ceil(size.prior / batch);
  if (count === 0) return 0;
  const result = await runLoad({
    port: laurel.port,
    connections: 4,
    rate: null,
    count,
    requests: {
      kind: "batch",
      path: `${batchPath}?answer=none`,
      key: laurel.key,
      seed: size.seed,
      players: size.players,
      scoped: size.scoped,
      size: batch,
      inTurn: true,
    },
  });
  if (result.failed > 0 || result.refused > 0)
    throw new Error(`filling: ${result.failed} batches failed, ${result.refused} scores refused`);
  return (count * batch) / result.seconds;
}
