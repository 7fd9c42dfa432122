/**
 * The calendar against a search over what Intl says the clocks show: around every change of the clocks in
 * every zone from 1970 to 2040, and at random between. Change LAUREL_TEST_SEED to see other instants.
 */
import { describe, expect, it } from "vitest";
import {
  type Calendar,
  type CalendarKind,
  isTimeZone,
  localToInstant,
  type Period,
  PeriodCache,
  periodAt,
  periodOfKey,
  previousPeriod,
  weekdays,
} from "./period.ts";

const kinds: readonly CalendarKind[] = ["day", "week", "month"];
const dayMs = 86_400_000;
const from = Date.UTC(1970, 0, 1);
const to = Date.UTC(2041, 0, 1);

const seed = Number(process.env.LAUREL_TEST_SEED ?? Date.now() % 1_000_000);
console.log(`period.property.test.ts: LAUREL_TEST_SEED=${seed}`);

/** Names that supportedValuesOf leaves out, as it lists each zone once. */
const links =
  `Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Atka America/Buenos_Aires
  America/Ensenada America/Fort_Wayne America/Indiana/Indianapolis America/Knox_IN America/Louisville America/Nuuk
  America/Porto_Acre America/Rosario America/Shiprock America/Virgin Antarctica/South_Pole Arctic/Longyearbyen
  Asia/Ashkhabad Asia/Chongqing Asia/Dacca Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kathmandu Asia/Kolkata Asia/Macao
  Asia/Tel_Aviv Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe Australia/ACT Australia/LHI
  Australia/NSW Australia/Queensland Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT
  Canada/Atlantic Canada/Newfoundland Canada/Pacific Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt
  Eire Etc/GMT+12 Etc/GMT-14 Etc/UTC Europe/Belfast Europe/Kyiv Europe/Nicosia Europe/Tiraspol GB GMT HST Hongkong
  Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Mexico/BajaNorte Mexico/General NZ NZ-CHAT Navajo
  PRC PST8PDT Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei Pacific/Samoa Poland Portugal ROC ROK Singapore Turkey
  UTC US/Alaska US/Arizona US/Eastern US/Hawaii US/Indiana-Starke US/Pacific US/Samoa W-SU WET`.split(/\s+/);

const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), ...links])];

/** What the clocks of a zone show, by Intl alone, and the first instant when they show it. */
class Clocks {
  readonly #format: Intl.DateTimeFormat;
  /** Instants from which on the clocks differ from UTC by another amount, ascending. */
  readonly changes: readonly number[];
  readonly #dateStarts = new Map<number, number>();

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("en-US-u-ca-gregory-hc-h23", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    this.changes = this.#findChanges(from - 120 * dayMs, to + 120 * dayMs);
  }

  /** The local date and time at a whole second, as if it were UTC. */
  shown(instant: number): number {
    const parts = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(this.#format.format(instant))!;
    return Date.UTC(+parts[3]!, +parts[1]! - 1, +parts[2]!, +parts[4]!, +parts[5]!, +parts[6]!);
  }

  /** The number of the local date at an instant, counted from 1970-01-01. */
  dateAt(instant: number): number {
    return Math.floor(this.shown(Math.floor(instant / 1000) * 1000) / dayMs);
  }

  /** The first whole second at which the clocks show this local time or a later one. */
  firstShowing(local: number): number {
    const begin = local - dayMs;
    const end = local + dayMs;
    const inside = this.changes.filter((change) => change > begin && change < end);
    const borders = [begin, ...inside, end];
    // Between two changes the clocks run evenly, so there the instant can be told, and then looked at.
    for (let i = 0; i + 1 < borders.length; i++) {
      const [segment, next] = [borders[i]!, borders[i + 1]!];
      const found = segment + Math.max(0, local - this.shown(segment));
      if (found >= next) continue;
      const right = this.shown(found) >= local && this.shown(found - 1000) < local;
      if (right) return found;
      throw new Error(`clocks do not run evenly near ${new Date(found).toISOString()}`);
    }
    throw new Error(`clocks never show ${new Date(local).toISOString()}`);
  }

  dateStart(date: number): number {
    let start = this.#dateStarts.get(date);
    if (start === undefined) {
      start = this.firstShowing(date * dayMs);
      this.#dateStarts.set(date, start);
    }
    return start;
  }

  /** Looks every five days: no zone in these years has its clocks set twice within six. */
  #findChanges(begin: number, end: number): number[] {
    const changes: number[] = [];
    const step = 5 * dayMs;
    const ahead = (at: number) => this.shown(at) - at;
    let before = ahead(begin);
    for (let at = begin; at < end; at += step) {
      const after = ahead(at);
      if (after !== before) changes.push(firstSecond(at - step, at, (second) => ahead(second) !== before));
      before = after;
    }
    return changes;
  }
}

/** The first whole second from `low` to `high` for which a test holds that holds from there on. */
function firstSecond(low: number, high: number, holds: (at: number) => boolean): number {
  let [first, last] = [low / 1000, high / 1000];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (holds(middle * 1000)) last = middle;
    else first = middle + 1;
  }
  return first * 1000;
}

/** The one period that holds an instant, out of those around its local date. */
function expectedPeriod(clocks: Clocks, weekStart: number, kind: CalendarKind, instant: number): Period {
  const date = clocks.dateAt(instant);
  const holding: Period[] = [];
  for (let step = -2; step <= 2; step++) {
    const [first, next] = datesOf(kind, weekStart, date, step);
    const [start, end] = [clocks.dateStart(first), clocks.dateStart(next)];
    if (start <= instant && instant < end) holding.push({ kind, key: expectedKey(kind, first), start, end });
  }
  if (holding.length !== 1)
    throw new Error(`${holding.length} periods hold ${instant}: ${JSON.stringify(holding)}`);
  return holding[0]!;
}

/** First date, and that of the next, of the period `step` periods after the one that a date is in. */
function datesOf(kind: CalendarKind, weekStart: number, date: number, step: number): [number, number] {
  if (kind === "day") return [date + step, date + step + 1];
  if (kind === "month") {
    const day = new Date(date * dayMs);
    const month = (by: number) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + by, 1) / dayMs;
    return [month(step), month(step + 1)];
  }
  const first = date - ((weekdayOf(date) - weekStart + 7) % 7) + 7 * step;
  return [first, first + 7];
}

function expectedKey(kind: CalendarKind, first: number): string {
  const text = (date: number) => new Date(date * dayMs).toISOString().slice(0, 10);
  if (kind === "day") return text(first);
  if (kind === "month") return text(first).slice(0, 7);
  // ISO 8601: the n-th Thursday of a year is in week n.
  const fourth = first + 3;
  const thursday = fourth - weekdayOf(fourth) + 3;
  const year = new Date(thursday * dayMs).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / dayMs) / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
function weekdayOf(date: number): number {
  return (((date + 3) % 7) + 7) % 7;
}

/** Mulberry32: a small generator, the same everywhere. From 0 to 1, exclusive. */
function generator(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}

/** Both sides of every change and of the dates around it, one more near it, and some from anywhere. */
function instantsOf(clocks: Clocks, random: () => number): number[] {
  const instants = new Set<number>();
  for (const change of clocks.changes) {
    if (change < from || change >= to) continue;
    const dates = [clocks.dateAt(change - 1), clocks.dateAt(change)];
    const starts = dates.flatMap((date) => [clocks.dateStart(date), clocks.dateStart(date + 1)]);
    for (const border of [change, ...starts]) instants.add(border).add(border - 1);
    instants.add(change + Math.floor((random() - 0.5) * 3 * dayMs));
  }
  for (let n = 0; n < 10; n++) instants.add(from + Math.floor(random() * (to - from)));
  return shuffle([...instants], random);
}

function same(a: Period | null, b: Period): boolean {
  return a !== null && a.kind === b.kind && a.key === b.key && a.start === b.start && a.end === b.end;
}

/** Throws at the first difference: `expect` on each of a million values would take most of the time. */
function checkZone(timeZone: string, random: () => number): number {
  const clocks = new Clocks(timeZone);
  const weekStart = Math.floor(random() * 7);
  const calendar: Calendar = { timeZone, weekStart: weekdays[weekStart]! };
  const cache = new PeriodCache(calendar);
  const seen = new Set<string>();
  const complain = (what: string, got: unknown, wanted: unknown) => {
    const told = `got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`;
    throw new Error(`${JSON.stringify(calendar)}, seed ${seed}, ${what}: ${told}`);
  };

  const instants = instantsOf(clocks, random);
  for (const instant of instants) {
    for (const kind of kinds) {
      const wanted = expectedPeriod(clocks, weekStart, kind, instant);
      const got = cache.at(kind, instant);
      if (!same(got, wanted)) complain(`${kind} of ${instant}`, got, wanted);
      if (seen.has(wanted.key)) continue;
      seen.add(wanted.key);
      const read = periodOfKey(calendar, wanted.key);
      if (!same(read, wanted)) complain(`key ${wanted.key}`, read, wanted);
      const before = expectedPeriod(clocks, weekStart, kind, wanted.start - 1);
      const previous = previousPeriod(calendar, wanted);
      if (!same(previous, before)) complain(`before ${wanted.key}`, previous, before);
    }
  }

  // Local times around the changes, those in gaps and those that come twice among them.
  for (const change of clocks.changes) {
    const near = clocks.shown(change) + Math.floor((random() - 0.5) * 4 * 3600) * 1000;
    for (const local of [clocks.shown(change), clocks.shown(change - 1000) + 1000, near]) {
      const text = new Date(local).toISOString().slice(0, 19);
      const got = localToInstant(timeZone, text);
      const wanted = clocks.firstShowing(local);
      if (!got.ok || got.value !== wanted) complain(`local time ${text}`, got, wanted);
    }
  }
  return instants.length;
}

describe("the calendar", () => {
  it("agrees with the clocks of every zone", { timeout: 300_000 }, () => {
    const random = generator(seed);
    let instants = 0;
    for (const timeZone of shuffle([...zones], random)) {
      expect(isTimeZone(timeZone), timeZone).toBe(true);
      instants += checkZone(timeZone, random);
    }
    expect(instants).toBeGreaterThan(100_000);
  });

  it("tiles the years 0000 to 9999", () => {
    const random = generator(seed);
    const [first, last] = [Date.parse("0000-01-01T00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];
    for (let n = 0; n < 2000; n++) {
      const calendar = {
        timeZone: zones[Math.floor(random() * zones.length)]!,
        weekStart: weekdays[Math.floor(random() * 7)]!,
      };
      const instant = n === 0 ? first : n === 1 ? last : first + Math.floor(random() * (last - first));
      for (const kind of kinds) {
        const period = periodAt(calendar, kind, instant);
        const context = `${JSON.stringify(calendar)}, ${kind} of ${instant}, seed ${seed}`;
        expect(period.start <= instant && instant < period.end, context).toBe(true);
        expect(periodOfKey(calendar, period.key), context).toEqual(period);
        expect(previousPeriod(calendar, period).end, context).toBe(period.start);
        expect(periodAt(calendar, kind, period.end).start, context).toBe(period.end);
      }
    }
  });
});
