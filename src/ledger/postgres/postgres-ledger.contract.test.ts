import { ledgerContract } from "../../../test/contract/ledger-contract.ts";
import { dropDatabase, makeDatabase, settingsOf } from "../../../test/support/postgres.ts";
import { PostgresLedger } from "./postgres-ledger.ts";

ledgerContract("the Postgres ledger", async (now) => {
  const url = await makeDatabase();
  const open = (): Promise<PostgresLedger> => PostgresLedger.open(settingsOf(url), now);
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
      await dropDatabase(url);
    },
  };
});
