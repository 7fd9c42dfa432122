/**
 * The demo: a folder and a key of its own, and a small board of seeded scores to look at and play with.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDefinition } from "../core/read-definition.ts";
import type { Report } from "../core/report.ts";
import { defineBoard } from "../service/boards.ts";
import type { Context } from "../service/context.ts";
import type { Submitter } from "../service/submit.ts";

/** Where the demo keeps its ledger, below the folder it is started in. */
export const demoFolder = "./data/demo";

const board = {
  id: "demo",
  title: "Demo arena",
  periods: ["all", "week", "day"],
  scopes: ["region"],
  publicReads: true,
  columns: [{ max: 100_000 }],
};
const players = 1_000;
const matchesEach = 3;
const regions = ["eu", "us", "asia"] as const;

/** The demo's admin key, made at its first start and kept in a file that only its owner can read. */
export function demoKey(folder: string): string {
  const file = join(folder, "admin-key");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file))
    writeFileSync(file, `demo_${randomBytes(24).toString("base64url")}`, { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/** Fills the demo board at its first start: the same players and scores everywhere, played in the last hours. */
export async function seedDemo(context: Context, submitter: Submitter): Promise<void> {
  const definition = readDefinition(board);
  if (!definition.ok) throw new Error(definition.refusal.detail);
  await defineBoard(context, definition.value, "demo");
  if ((context.ledger.catalogue.board(board.id)?.events ?? 0) > 0) return;
  const now = context.clock.now();
  const random = makeRandom(20_261_005);
  const reports: Report[] = [];
  for (let match = 0; match < matchesEach; match++) {
    for (let player = 0; player < players; player++) {
      const skill = (random() + random() + random()) / 3;
      const at = now - Math.floor(random() * 7_200_000);
      reports.push(
        makeReport(
          `player-${String(player + 1).padStart(4, "0")}`,
          `match-${match}-${player >> 3}`,
          Math.floor(skill * 90_000),
          at,
          now,
          regions[player % regions.length]!,
        ),
      );
    }
  }
  const outcomes = await submitter.submit(reports, { answer: "none", scopes: false });
  const failed = outcomes.find((outcome) => outcome.kind === "failed");
  if (failed?.kind === "failed") throw new Error(`the demo could not be seeded: ${failed.detail}`);
}

function makeReport(
  playerId: string,
  matchId: string,
  score: number,
  achievedAt: number,
  receivedAt: number,
  region: string,
): Report {
  return {
    board: board.id,
    playerId,
    matchId,
    madeMatchId: "",
    score,
    achievedAt,
    receivedAt,
    scopes: new Map([["region", region]]),
    metadata: null,
    period: null,
    backfill: false,
  };
}

/** Mulberry32: a seeded generator of numbers from 0 to 1, good enough to play with. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
