/** Numbers as JSON prints them, straight to bytes. */

/** The longest: a sign, 16 digits, a point, and a zero before it. */
export const numberBytesMax = 20;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** Writes a scaled integer as JSON prints the number it stands for: no zeros at the end. Returns where it ends. */
export function writeScaled(view: DataView, at: number, scaled: number, decimals: number): number {
  if (decimals === 0) return writeWhole(view, at, scaled);
  const magnitude = Math.abs(scaled);
  const unit = powers[decimals]!;
  const whole = Math.floor(magnitude / unit);
  let fraction = magnitude - whole * unit;
  let to = at;
  if (scaled < 0) view.setUint8(to++, minus);
  to = writeWhole(view, to, whole);
  if (fraction === 0) return to;
  view.setUint8(to++, point);
  let digits = decimals;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits -= 1;
  }
  for (let i = to + digits - 1; i >= to; i--) {
    view.setUint8(i, zero + (fraction % 10));
    fraction = Math.floor(fraction / 10);
  }
  return to + digits;
}

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];

/** Writes a whole number within ±2^53; returns where it ends. */
export function writeWhole(view: DataView, at: number, value: number): number {
  let to = at;
  let rest = value;
  if (rest < 0) {
    view.setUint8(to++, minus);
    rest = 0 - rest;
  }
  if (rest < 1e8) return writeSmall(view, to, rest | 0);
  const upper = Math.floor(rest / 1e8);
  let lower = (rest - upper * 1e8) | 0;
  to = writeSmall(view, to, upper | 0);
  for (let i = to + 6; i >= to; i -= 2) {
    view.setUint16(i, pairs[lower % 100]!, true);
    lower = (lower / 100) | 0;
  }
  return to + 8;
}

/** Writes a number from 0 to below 10^8. */
function writeSmall(view: DataView, at: number, value: number): number {
  const end = at + digitsOf(value);
  let rest = value;
  let i = end;
  while (rest >= 10) {
    i -= 2;
    view.setUint16(i, pairs[rest % 100]!, true);
    rest = (rest / 100) | 0;
  }
  if (i > at) view.setUint8(at, zero + rest);
  return end;
}

function digitsOf(value: number): number {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1e3 ? 3 : 4;
  return value < 1e6 ? (value < 1e5 ? 5 : 6) : value < 1e7 ? 7 : 8;
}

/** The digits of 00 to 99, two bytes each. */
const pairs = Uint16Array.from(
  { length: 100 },
  (_, i) => zero + Math.floor(i / 10) + ((zero + (i % 10)) << 8),
);
