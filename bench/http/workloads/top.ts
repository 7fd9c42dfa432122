/** The top 100, which Laurel keeps as bytes; nginx serves a file of the same bytes. */
import { makeRow, type Row } from "../../report.ts";
import { topPath } from "../server.ts";
import type { Stage } from "../stage.ts";
import { alternate } from "../wrk.ts";

export async function tops({ laurel, peers, settings, nextSeed }: Stage): Promise<Row[]> {
  const { nginx, node, hand } = peers;
  const load = { script: "top.lua", path: topPath, connections: 64, args: [] };
  const { rates, ratio } = await alternate([laurel, nginx, node, hand], () => load, {
    ...settings,
    nextSeed,
  });
  return Object.entries({ nginx, node, hand }).map(([id, peer]) =>
    makeRow({
      id: `http.top.${id}`,
      metric: "top 100 from the cache, 64 connections",
      unit: "/s",
      ours: rates.get(laurel)!,
      peer: rates.get(peer)!,
      peerName: peer.name,
      ratio: ratio(peer),
      better: "more",
    }),
  );
}
