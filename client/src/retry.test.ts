import { expect, it } from "vitest";
import { LaurelError } from "./laurel-error.ts";
import { backOffMs, isPassing, sleep } from "./retry.ts";

const failure = (status: number, code: string): LaurelError => new LaurelError({ status, code, detail: "" });

it.each([
  [429, "rate_limited", true],
  [502, "unexpected_answer", true],
  [503, "overloaded", true],
  [504, "unexpected_answer", true],
  [0, "unreachable", true],
  [0, "timeout", true],
  [0, "invalid_id", false],
  [200, "unexpected_answer", false],
  [400, "invalid_request", false],
  [401, "unauthorized", false],
  [404, "unknown_board", false],
  [409, "match_conflict", false],
  [500, "internal", false],
])("judges %i %s", (status, code, passing) => {
  expect(isPassing(failure(status, code))).toBe(passing);
});

it("draws the wait from the whole of a span that doubles up to ten seconds", () => {
  const spans = [1, 2, 3, 4, 5, 6, 7, 50].map((failed) => backOffMs(failed, null, () => 1));
  expect(spans).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  expect(backOffMs(4, null, () => 0)).toBe(0);
  expect(backOffMs(1, 2_000, () => 0.5)).toBe(2_100);
});

it("sleeps until the signal wakes it", async () => {
  const abort = new AbortController();
  const slept = sleep(60_000, abort.signal);
  abort.abort(new Error("woken"));
  await expect(slept).rejects.toThrow("woken");
  await expect(sleep(60_000, abort.signal)).rejects.toThrow("woken");
});
