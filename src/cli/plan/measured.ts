/** Generated from bench/results/ by `npm run generate`: change those, not this. */
export const measured: Readonly<Record<string, { value: number; row: string } | undefined>> = {
  playerBytes: { value: 29.4, row: "index.25M.player-bytes" },
  entryBytes: { value: 64.8, row: "index.25M.entry-bytes" },
  smallIndexBytes: { value: 2760, row: "index.small-boards.100k" },
  cleanStart: { value: 0.0943, row: "ready.25M.clean" },
  killedStart: { value: 1.04, row: "ready.25M.killed" },
  logStart: { value: 2.03, row: "ready.25M.log" },
};
