/** Small SVG plots: bars of ours against a peer, and lines over time. */
import { type Report, type Row, type Series, showNumber } from "./report.ts";

const width = 760;
const barHeight = 16;
const labelWidth = 330;
const ourColour = "#2f7d4f";
const peerColour = "#b9b9b9";

export interface Plot {
  readonly name: string;
  readonly svg: string;
}

/** The plots of a report: one of its pairs, one of each line over time. */
export function plotReport(report: Report): Plot[] {
  const paired = report.rows.filter(({ peer, id }) => peer !== null && !id.endsWith(".wall"));
  const plots = report.series.map((series) => ({ name: fileName(series.name), svg: plotLine(series) }));
  return paired.length === 0 ? plots : [{ name: "pairs", svg: plotBars(paired) }, ...plots];
}

/** Each pair on a scale of its own, as microseconds and bytes have none in common. */
export function plotBars(rows: readonly Row[]): string {
  const step = 2 * barHeight + 14;
  const parts = rows.flatMap((row, i) => {
    const top = i * step + 30;
    const scale = (width - labelWidth - 130) / Math.max(row.ours, row.peer!);
    const bar = (value: number, at: number, colour: string, name: string): string =>
      `<rect x="${labelWidth}" y="${at}" width="${Math.max(1, value * scale).toFixed(1)}" height="${barHeight - 2}" fill="${colour}"/>` +
      text(labelWidth + Math.max(1, value * scale) + 5, at + 11, `${showNumber(value)} ${row.unit} ${name}`);
    return [
      text(labelWidth - 8, top + barHeight + 2, shorten(row.metric), "end"),
      bar(row.ours, top, ourColour, ""),
      bar(row.peer!, top + barHeight, peerColour, row.peerName ?? ""),
    ];
  });
  return svg(rows.length * step + 40, [text(labelWidth, 18, "green: Laurel; grey: the peer"), ...parts]);
}

/** A line with its axes: x in seconds. */
export function plotLine({ name, unit, points }: Series): string {
  const height = 260;
  const [left, bottom] = [70, height - 34];
  const last = Math.max(1, ...points.map(([x]) => x));
  const greatest = Math.max(Number.MIN_VALUE, ...points.map(([, y]) => y));
  const x = (value: number): number => left + (value / last) * (width - left - 20);
  const y = (value: number): number => bottom - (value / greatest) * (bottom - 36);
  const path = points
    .map(([px, py], i) => `${i === 0 ? "M" : "L"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`)
    .join("");
  const ticks = [0, 0.5, 1].flatMap((share) => [
    `<path d="M${left} ${y(share * greatest)}H${width - 20}" stroke="#ddd"/>`,
    text(left - 6, y(share * greatest) + 4, showNumber(share * greatest), "end"),
    text(x(share * last), bottom + 18, `${showNumber(share * last)} s`, "middle"),
  ]);
  const line = `<path d="${path}" fill="none" stroke="${ourColour}" stroke-width="1.5"/>`;
  return svg(height, [text(left, 20, `${name}, ${unit}`), ...ticks, line]);
}

function svg(height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`;
  return `${head}\n<rect width="${width}" height="${height}" fill="#fff"/>\n${parts.join("\n")}\n</svg>\n`;
}

function text(x: number, y: number, content: string, anchor = "start"): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").trim();
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#333">${escaped}</text>`;
}

function shorten(metric: string): string {
  return metric.length > 56 ? `${metric.slice(0, 55)}…` : metric;
}

function fileName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
