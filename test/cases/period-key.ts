/**
 * The key of the day, week or month that holds an instant, from the local date that Intl gives: so that the
 * service's calendar is held against another one. Wrong only in the hours that come twice across a midnight,
 * which no case asks about.
 */
const dayMs = 86_400_000;
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

export function periodKeyAt(kind: string, timeZone: string, weekStart: string, instant: number): string {
  if (kind === "all") return "all";
  const date = localDate(timeZone, instant);
  if (kind === "day") return date;
  if (kind === "month") return date.slice(0, 7);
  return weekKey(Date.parse(date), weekdays.indexOf(weekStart));
}

function localDate(timeZone: string, instant: number): string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "iso8601",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

/** The ISO week of the week's fourth day; `date` is a midnight in UTC, `first` 0 for Monday. */
function weekKey(date: number, first: number): string {
  const weekday = (instant: number): number => (new Date(instant).getUTCDay() + 6) % 7;
  const start = date - ((weekday(date) - first + 7) % 7) * dayMs;
  const fourth = start + 3 * dayMs;
  const thursday = fourth + (3 - weekday(fourth)) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs));
  return `${year}-W${String(week).padStart(2, "0")}`;
}
