/** The service with tables of identities so small that files of them are written and merged all the time. */
import { readConfig } from "../../src/config.ts";
import { makeLaurel } from "../../src/main.ts";

const data = process.argv[2]!;
const laurel = await makeLaurel(readConfig(process.env, { port: "0", data }), {
  ledger: { tableEventsMax: 40 },
});
process.once("SIGTERM", () => {
  void laurel.close().then(() => process.exit(0));
});
console.log(`Laurel serves ${await laurel.listen()}`);
