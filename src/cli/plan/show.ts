/** Amounts of a plan as text: as many digits as the numbers behind them can carry. */

export function showCount(count: number): string {
  return count.toLocaleString("en-US", { maximumFractionDigits: count < 100 ? 1 : 0 });
}

/** A count with its noun. */
export function showMany(count: number, one: string, many: string): string {
  return `${showCount(count)} ${count === 1 ? one : many}`;
}

export function showRate(aSecond: number): string {
  return Math.round(aSecond).toLocaleString("en-US");
}

export function showBytes(bytes: number): string {
  if (bytes < 50_000) return "-";
  const [unit, scale] =
    bytes < 1e9 ? (["MB", 1e6] as const) : bytes < 1e12 ? (["GB", 1e9] as const) : (["TB", 1e12] as const);
  return `${(bytes / scale).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${unit}`;
}

export function showSeconds(seconds: number): string {
  const [unit, scale] =
    seconds < 120 ? (["s", 1] as const) : seconds < 7_200 ? (["min", 60] as const) : (["h", 3_600] as const);
  return `${(seconds / scale).toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

export function showShare(share: number): string {
  const percent = share * 100;
  return `${percent.toLocaleString("en-US", { maximumFractionDigits: percent < 1 ? 1 : 0 })} %`;
}
