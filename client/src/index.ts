export type { Admin, Keys } from "./admin.ts";
export type { Boards } from "./boards.ts";
export {
  type BatchOptions,
  LaurelClient,
  type RowOptions,
  type StandingsOptions,
  type SubmitOptions,
  type TopOptions,
  type WindowOptions,
} from "./laurel-client.ts";
export { LaurelError } from "./laurel-error.ts";
export type { CallOptions, ClientOptions } from "./requester.ts";
export type * from "./types.ts";
