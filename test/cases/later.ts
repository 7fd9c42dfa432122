/**
 * Cases that need a part of Laurel which is not there yet: id -> reason. What of such a case can be played now
 * is played; what cannot are its `after` and `snapshot` queries, and procedures that are not in procedures/.
 *
 * Each entry also says how to see that the part is still missing. When it comes, the entry's test fails: then
 * the case is to be played in full, and the entry to go.
 */
import type { Stage } from "./stage.ts";

export interface Later {
  readonly reason: string;
  /** Whether the part is still missing, on a stage with the case's events. */
  missing(stage: Stage): Promise<boolean>;
}

const exclusion = "excluding and readmitting players";

export const later: Readonly<Record<string, Later>> = {
  "late-07": {
    reason: "snapshots of closed periods",
    missing: (stage) => noRoute(stage, "GET", "periods/2024-W18/snapshot"),
  },
  "ban-01": { reason: exclusion, missing: noExclusion },
  "ban-03": { reason: exclusion, missing: noExclusion },
  "ban-05": { reason: "voiding events", missing: (stage) => noRoute(stage, "POST", "events/void") },
  "ban-07": { reason: "erasing players", missing: noErasure },
  "imp-03": {
    reason: "rebuilding an index beside its readers",
    missing: (stage) => noRoute(stage, "POST", "rebuild"),
  },
  "id-05": {
    reason: "the rebuild route (a restart stands in for it)",
    missing: (stage) => noRoute(stage, "POST", "rebuild"),
  },
  "exp-03": { reason: "retention (days are kept for ever here)", missing: keepsAll },
  "sec-01": { reason: "removing one player (a whole board is removed here)", missing: noExclusion },
  "sec-05": { reason: "pages", missing: noPages },
  "json-03": { reason: "CORS headers for public reads", missing: noSharedReads },
};

function noExclusion(stage: Stage): Promise<boolean> {
  return noRoute(stage, "POST", "players/a/exclude");
}

async function noRoute(stage: Stage, method: string, part: string): Promise<boolean> {
  const path = stage.path(part);
  const paths = [path, path.replace("/v1/leaderboards/", "/v1/admin/leaderboards/")];
  const answers = await Promise.all(paths.map((each) => stage.service.call(method, each)));
  return answers.every(({ body }) => body.code === "unknown_route");
}

async function noErasure(stage: Stage): Promise<boolean> {
  const { body } = await stage.service.call("DELETE", "/v1/admin/players/gone");
  return body.code === "unknown_route";
}

async function noPages(stage: Stage): Promise<boolean> {
  const { status } = await stage.service.call("GET", "/", undefined, { key: null });
  return status >= 400;
}

async function noSharedReads(stage: Stage): Promise<boolean> {
  const board = await stage.define(`${stage.board} shared`, { publicReads: true });
  const headers = { origin: "https://game.example" };
  const answer = await stage.service.call("GET", stage.path("top", {}, board), undefined, {
    key: null,
    headers,
  });
  return answer.headers.get("access-control-allow-origin") === null;
}

async function keepsAll(stage: Stage): Promise<boolean> {
  const board = await stage.define(`${stage.board} kept`, { retention: { day: "30d" }, grace: "60s" });
  await stage.send(stage.theCase.events[0]!, "address", board);
  return stage.at(stage.clock.now() + 400 * 86_400_000, async () => {
    const { status } = await stage.read("top", { period: "2024-05-06" }, board);
    return status === 200;
  });
}
