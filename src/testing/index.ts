/** `laurel/testing`: for the tests of those who build on Laurel. */
export type { Moment } from "./fake-clock.ts";
export { startLaurel, type TestClock, type TestLaurel, type TestLaurelOptions } from "./start-laurel.ts";
