/** Durable single submits: 64 connections, each waiting for its answer with score and rank. */
import { makeRow, type Row } from "../../report.ts";
import { submitPath } from "../server.ts";
import type { Stage } from "../stage.ts";
import { alternate } from "../wrk.ts";

export async function submits({
  laurel,
  peers,
  settings,
  nextSeed,
}: Stage): Promise<{ rows: Row[]; rate: number }> {
  const { node, hand, grouped } = peers;
  const load = {
    script: "submit.lua",
    path: submitPath,
    connections: 64,
    args: [String(settings.players), laurel.key, submitPath],
  };
  const servers = [laurel, node, hand, grouped];
  const { rates, ratio, errors } = await alternate(servers, () => load, { ...settings, nextSeed });
  const rate = rates.get(laurel)!;
  const rows = Object.entries({ node, hand, grouped }).map(([id, peer]) =>
    makeRow({
      id: `http.submit.${id}`,
      metric: "durable single submits, 64 connections, 1 standing an event",
      unit: "/s",
      ours: rate,
      peer: rates.get(peer)!,
      peerName: peer.name,
      ratio: ratio(peer),
      better: "more",
      note: errors === 0 ? undefined : `${errors} errors`,
    }),
  );
  return { rows, rate };
}
