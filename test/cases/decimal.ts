/**
 * Values made comparable: decimals are compared as decimals (10.10 equals 10.1, and "10.1" the number 10.1).
 * Minus zero as a number stays apart, as no answer may hold it.
 */
export function decimal(value: unknown): unknown {
  if (Object.is(value, -0)) return "a negative zero";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return isDecimal(value) ? withoutZeros(value) : value;
  if (Array.isArray(value)) return value.map(decimal);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, decimal(part)]));
  return value;
}

/** Whether a text is a decimal number, as JSON and as a score may write it. */
export function isDecimal(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);
}

function withoutZeros(text: string): string {
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return short === "-0" ? "0" : short;
}
