import type { Period } from "../core/period.ts";

/** A period with its number of members; start and end are null where it has none. */
export function writePeriod(period: Period, total: number): Record<string, unknown> {
  const { key, kind, start, end } = period;
  return { period: key, kind, start: finite(start), end: finite(end), total };
}

function finite(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}
