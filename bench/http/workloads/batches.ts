/** Batches of 1,000 reports, durable and indexed, with as many standings an event as the board has. */
import { makeRow, type Row } from "../../report.ts";
import type { LaurelServer } from "../laurel.ts";
import { batchPath, type Server } from "../server.ts";
import type { Settings, Stage } from "../stage.ts";
import { type Alternated, alternate, type WrkLoad } from "../wrk.ts";

const size = 1_000;

/** Beside the peers, with the default answer (each report's score) and without any. */
export async function batchesBesidePeers({ laurel, peers, settings, nextSeed }: Stage): Promise<Row[]> {
  const { node, hand } = peers;
  const load = loadOf(laurel, settings, batchPath, 1);
  const scores = await alternate([laurel, node, hand], () => load, { ...settings, nextSeed });
  const bare = loadOf(laurel, settings, `${batchPath}?answer=none`, 1);
  const none = await alternate([laurel], () => bare, { ...settings, nextSeed });
  return [
    rowOf("http.batch.1", "1 standing an event", laurel, scores, node),
    rowOf("http.batch.hand", "1 standing an event", laurel, scores, hand),
    rowOf("http.batch.none", "1 standing an event, ?answer=none", laurel, none, null),
  ];
}

/** Laurel alone, on a board of several periods and scopes. */
export async function batchesOf(
  standings: number,
  laurel: LaurelServer,
  settings: Settings,
  nextSeed: () => number,
): Promise<Row> {
  const load = loadOf(laurel, settings, batchPath, standings);
  const result = await alternate([laurel], () => load, { ...settings, nextSeed });
  const shape = standings === 3 ? "3 periods × 1" : "3 periods × 3 scopes";
  return rowOf(`http.batch.${standings}`, `${standings} standings an event (${shape})`, laurel, result, null);
}

/** Reports name their scopes on the board of nine. */
function loadOf(laurel: LaurelServer, settings: Settings, path: string, standings: number): WrkLoad {
  const scoped = standings === 9 ? "scoped" : "plain";
  const args = [String(settings.players), laurel.key, path, String(size), scoped];
  return { script: "batch.lua", path, connections: 8, args };
}

function rowOf(
  id: string,
  what: string,
  laurel: Server,
  { rates, ratio, errors, refused }: Alternated,
  peer: Server | null,
): Row {
  return makeRow({
    id,
    metric: `scores in batches of 1,000, 8 connections, ${what}`,
    unit: "/s",
    ours: rates.get(laurel)! * size,
    peer: peer === null ? null : rates.get(peer)! * size,
    peerName: peer?.name,
    ratio: peer === null ? null : ratio(peer),
    better: "more",
    note: errors + refused === 0 ? undefined : `${errors} errors, ${refused} scores refused`,
  });
}
