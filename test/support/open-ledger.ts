import { LocalLedger } from "../../src/ledger/local/local-ledger.ts";
import { Members } from "../../src/members/members.ts";
import { Players } from "../../src/members/players.ts";
import { noon } from "./ledger-history.ts";

/** The local ledger of a folder, without a service around it. */
export function openLedger(folder: string, now: () => number = () => noon): Promise<LocalLedger> {
  return LocalLedger.open(folder, { empty: () => new Members(new Players(1)) }, now);
}
