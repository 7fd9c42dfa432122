import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deadlines, type Open } from "./deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Item implements Open {
  ended = false;
  expired = 0;
  expire(): void {
    this.expired += 1;
    this.ended = true;
  }
}

it("ends each item when it has waited long enough, and no sooner", () => {
  const deadlines = new Deadlines(1_000);
  const [first, second] = [new Item(), new Item()];
  deadlines.add(first);
  vi.advanceTimersByTime(400);
  deadlines.add(second);
  vi.advanceTimersByTime(590);
  expect([first.expired, second.expired]).toEqual([0, 0]);
  vi.advanceTimersByTime(20);
  expect([first.expired, second.expired]).toEqual([1, 0]);
  vi.advanceTimersByTime(380);
  expect([first.expired, second.expired]).toEqual([1, 0]);
  vi.advanceTimersByTime(20);
  expect([first.expired, second.expired]).toEqual([1, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves alone what has ended, also behind what has not", () => {
  const deadlines = new Deadlines(1_000);
  const [first, second] = [new Item(), new Item()];
  deadlines.add(first);
  deadlines.add(second);
  second.ended = true;
  deadlines.sweep();
  vi.advanceTimersByTime(2_000);
  expect([first.expired, second.expired]).toEqual([1, 0]);
});

it("watches nothing once all have ended", () => {
  const deadlines = new Deadlines(1_000);
  const items = Array.from({ length: 10 }, () => new Item());
  for (const item of items) deadlines.add(item);
  expect(vi.getTimerCount()).toBe(1);
  for (const item of items) item.ended = true;
  deadlines.sweep();
  expect(vi.getTimerCount()).toBe(0);
});

it("goes on with the next when the first has ended in time", () => {
  const deadlines = new Deadlines(1_000);
  const items = Array.from({ length: 5 }, () => new Item());
  for (const item of items) {
    deadlines.add(item);
    vi.advanceTimersByTime(100);
  }
  for (const item of items.slice(0, 3)) item.ended = true;
  deadlines.sweep();
  vi.advanceTimersByTime(3_000);
  expect(items.map(({ expired }) => expired)).toEqual([0, 0, 0, 1, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
