/**
 * A phase in a process of its own, so that it is weighed alone: `phase.ts <name> <order as JSON>`. The last line of
 * the output is the result as JSON.
 */
import { boardPhase } from "./phases/board.ts";
import { dropPhase } from "./phases/drop.ts";
import { equalPhase } from "./phases/equal.ts";
import { growthPhase } from "./phases/growth.ts";
import { smallBoardsPhase } from "./phases/small-boards.ts";
import { spreadPhase } from "./phases/spread.ts";

const phases: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  board: boardPhase,
  drop: dropPhase,
  equal: equalPhase,
  growth: growthPhase,
  "small-boards": smallBoardsPhase,
  spread: spreadPhase,
};

const [name, order] = process.argv.slice(2);
const result = await phases[name!]!(JSON.parse(order!) as never);
console.log(JSON.stringify(result));
