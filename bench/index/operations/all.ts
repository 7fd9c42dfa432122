import type { Operation } from "../operation.ts";
import { around } from "./around.ts";
import { countBetter } from "./count-better.ts";
import { rank } from "./rank.ts";
import { top } from "./top.ts";
import { update } from "./update.ts";

export const operations: readonly Operation[] = [
  rank(1),
  update(1),
  countBetter,
  around,
  top,
  rank(32),
  update(32),
  update(100),
];
