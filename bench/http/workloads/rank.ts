/** The rank of random players. */
import { makeRow, type Row } from "../../report.ts";
import { boardPath } from "../server.ts";
import type { Stage } from "../stage.ts";
import { alternate } from "../wrk.ts";

export async function ranks({
  laurel,
  peers,
  settings,
  nextSeed,
}: Stage): Promise<{ rows: Row[]; rate: number }> {
  const { node, hand } = peers;
  const load = { script: "rank.lua", path: boardPath, connections: 64, args: [String(settings.players)] };
  const { rates, ratio } = await alternate([laurel, node, hand], () => load, { ...settings, nextSeed });
  const rate = rates.get(laurel)!;
  const rows = Object.entries({ node, hand }).map(([id, peer]) =>
    makeRow({
      id: `http.rank.${id}`,
      metric: "rank reads, 64 connections",
      unit: "/s",
      ours: rate,
      peer: rates.get(peer)!,
      peerName: peer.name,
      ratio: ratio(peer),
      better: "more",
    }),
  );
  return { rows, rate };
}
