import { defineCommand } from "citty";
import { ConfigFault, readConfig } from "../../config.ts";
import { FolderFault } from "../../ledger/local/log-database.ts";
import { makeLaurel } from "../../main.ts";
import { fail } from "../output.ts";

export const serve = defineCommand({
  meta: { name: "serve", description: "Run the service." },
  args: {
    config: { type: "string", description: "Config file, JSON or YAML (LAUREL_CONFIG)" },
    host: { type: "string", description: "Address to listen on (HOST; 127.0.0.1)" },
    port: { type: "string", description: "Port to listen on, 0 for any free one (PORT; 8080)" },
    data: { type: "string", description: "Folder of the ledger (LAUREL_DATA; ./data)" },
    demo: { type: "boolean", description: "Serve a small demo board from a folder of its own" },
  },
  run: async ({ args }) => {
    const service = await makeLaurel(readConfigOrFail(args)).catch((error: unknown) => {
      if (error instanceof FolderFault || error instanceof ConfigFault) fail(error.message);
      throw error;
    });
    const address = await service.listen().catch(async (error: Error) => {
      await service.close();
      return fail(`Laurel cannot listen: ${error.message}`);
    });
    if (service.madeAdminKey !== null) {
      console.log(`Admin key, shown this once: ${service.madeAdminKey}`);
    }
    console.log(`Laurel serves ${address}`);
    const stop = async (): Promise<void> => {
      await service.close();
      process.exit(0);
    };
    process.once("SIGTERM", () => void stop());
    process.once("SIGINT", () => void stop());
  },
});

function readConfigOrFail(flags: Parameters<typeof readConfig>[1]): ReturnType<typeof readConfig> {
  try {
    return readConfig(process.env, flags);
  } catch (error) {
    if (error instanceof ConfigFault) return fail(error.message);
    throw error;
  }
}
