import { describe, expect, it } from "vitest";
import { FakeClock } from "../../test/support/clock.ts";
import { Capacity } from "./capacity.ts";

function makeCapacity(memoryBytes: number) {
  const clock = new FakeClock("2026-10-05T12:00:00Z");
  let bytes = 0;
  let samples = 0;
  const measure = (): number => {
    samples += 1;
    return bytes;
  };
  const capacity = new Capacity({ memoryBytes, scopeValuesMax: 7 }, measure, clock);
  return {
    capacity,
    clock,
    samples: () => samples,
    use: (inUse: number): void => {
      bytes = inUse;
      clock.advance(100);
    },
  };
}

describe("capacity", () => {
  it("has room until the budget is used up, and again when there is some", () => {
    const { capacity, use } = makeCapacity(1_000);
    use(999);
    expect(capacity.room()).toEqual({ memory: true, scopeValuesMax: 7 });
    use(1_000);
    expect(capacity.room()).toEqual({ memory: false, scopeValuesMax: 7 });
    use(999);
    expect(capacity.room().memory).toBe(true);
  });

  it("warns from 90 % on", () => {
    const { capacity, use } = makeCapacity(1e9);
    use(899e6);
    expect(capacity.warnings()).toEqual([]);
    use(900e6);
    expect(capacity.warnings()).toEqual([
      "900 MB of the memory budget of 1,000 MB are in use: new players and scope values will be refused when it is used up",
    ]);
    use(1e9);
    expect(capacity.warnings()).toEqual([
      "1,000 MB of the memory budget of 1,000 MB are in use: new players and scope values are refused; give Laurel more memory",
    ]);
  });

  it("measures ten times a second at most, however often it is asked", () => {
    const { capacity, clock, samples } = makeCapacity(1_000);
    for (let ms = 0; ms < 200; ms++) {
      capacity.room();
      capacity.warnings();
      clock.advance(1);
    }
    expect(samples()).toBe(2);
  });
});
