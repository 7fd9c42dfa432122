import { table } from "../table.ts";
import type { Tally } from "./tally.ts";

/** What became of an import, for a person. */
export function summarise(tally: Tally, ms: number, severalFiles: boolean): string[] {
  const count = (value: number): string => value.toLocaleString("en");
  const { rows, applied, duplicates, held, refused, withoutMatch } = tally;
  const seconds = ms / 1_000;
  const parts = [`${count(applied)} applied`, `${count(duplicates)} duplicates`];
  if (held > 0) parts.push(`${count(held)} held for review`);
  parts.push(`${count(refused)} refused`);
  const lines = [
    `${count(rows)} rows in ${seconds.toFixed(1)} s (${count(Math.round(rows / Math.max(seconds, 0.001)))}/s): ${parts.join(", ")}`,
  ];
  if (withoutMatch > 0)
    lines.push(`${count(withoutMatch)} rows name no match: running this again would count them again`);
  return refused === 0 ? lines : [...lines, ...refusals(tally, severalFiles)];
}

function refusals({ first, byCode, refused }: Tally, severalFiles: boolean): string[] {
  const codes = [...byCode].sort((a, b) => b[1] - a[1]).map(([code, count]) => `${code} ${count}`);
  const head = ["", `refused: ${codes.join(", ")}`];
  const columns = [
    { head: severalFiles ? "file, line" : "line", right: true },
    { head: "code" },
    { head: "why" },
  ];
  const inOrder = [...first].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const rows = inOrder.map(({ file, line, code, detail }) => [
    severalFiles ? `${file}, ${line}` : String(line),
    code,
    detail,
  ]);
  const more = refused - first.length;
  const shown = table(columns, rows).map((line) => `  ${line}`);
  return [...head, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}
