/** Generated from bench/results/ by `npm run generate`: change those, not this. */
export const measured: Readonly<Record<string, { value: number; row: string } | undefined>> = {
  playerBytes: { value: 31.8, row: "index.10M.player-bytes" },
  entryBytes: { value: 78.9, row: "index.10M.entry-bytes" },
  smallIndexBytes: { value: 5540, row: "index.small-boards.100k" },
};
