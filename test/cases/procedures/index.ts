import { doors } from "./doors.ts";
import { order } from "./order.ts";
import { outage } from "./outage.ts";
import type { Procedures } from "./procedure.ts";
import { retries } from "./retries.ts";
import { time } from "./time.ts";

/** Every procedure, by the id of its case. */
export const procedures: Procedures = { ...retries, ...time, ...order, ...doors, ...outage };
