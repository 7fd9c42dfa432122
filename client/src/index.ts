export type { Admin, Keys } from "./admin.ts";
export type { Boards } from "./boards.ts";
export {
  LaurelClient,
  type RowOptions,
  type StandingsOptions,
  type TopOptions,
  type WindowOptions,
} from "./laurel-client.ts";
export { LaurelError } from "./laurel-error.ts";
export type { LiveEvent, LiveOptions } from "./live.ts";
export type { CallOptions, ClientOptions } from "./options.ts";
export type { BatchOptions, SubmitOptions } from "./submit.ts";
export type * from "./types.ts";
