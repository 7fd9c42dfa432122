import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledgerContract } from "../../../test/contract/ledger-contract.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { LocalLedger } from "./local-ledger.ts";

ledgerContract("the local ledger", async (now) => {
  const folder = mkdtempSync(join(tmpdir(), "laurel-ledger-"));
  const open = (): Promise<LocalLedger> =>
    LocalLedger.open(folder, { empty: () => new Members(new Players(1)) }, now);
  let ledger = await open();
  return {
    ledger,
    reopen: async () => {
      await ledger.close();
      ledger = await open();
      return ledger;
    },
    close: async () => {
      await ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
});
