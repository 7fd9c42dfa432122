/** Twenty reads of a rank for each report. */
import { makeRow, type Row } from "../../report.ts";
import { submitPath } from "../server.ts";
import type { Stage } from "../stage.ts";
import { alternate } from "../wrk.ts";

export async function mixed({ laurel, peers, settings, nextSeed }: Stage): Promise<Row[]> {
  const { node, hand, grouped } = peers;
  const load = {
    script: "mixed.lua",
    path: submitPath,
    connections: 64,
    args: [String(settings.players), laurel.key, submitPath],
  };
  const { rates, ratio } = await alternate([laurel, node, hand, grouped], () => load, {
    ...settings,
    nextSeed,
  });
  return Object.entries({ node, hand, grouped }).map(([id, peer]) =>
    makeRow({
      id: `http.mixed.${id}`,
      metric: "20 rank reads to 1 submit, 64 connections",
      unit: "/s",
      ours: rates.get(laurel)!,
      peer: rates.get(peer)!,
      peerName: peer.name,
      ratio: ratio(peer),
      better: "more",
    }),
  );
}
