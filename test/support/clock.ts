/** The tests' clock is the one that others test with. */
export { FakeClock } from "../../src/testing/fake-clock.ts";
