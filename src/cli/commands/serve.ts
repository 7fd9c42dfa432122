import { join, resolve } from "node:path";
import { defineCommand } from "citty";
import { type Config, ConfigFault, readConfig } from "../../config.ts";
import { demoFolder, demoKey, seedDemo } from "../../demo/demo.ts";
import { FolderFault } from "../../ledger/local/log-database.ts";
import { type Laurel, makeLaurel } from "../../main.ts";
import { fail } from "../output.ts";

export const serve = defineCommand({
  meta: { name: "serve", description: "Run the service." },
  args: {
    config: { type: "string", description: "Config file, JSON or YAML (LAUREL_CONFIG)" },
    host: { type: "string", description: "Address to listen on (HOST; 127.0.0.1)" },
    port: { type: "string", description: "Port to listen on, 0 for any free one (PORT; 8080)" },
    data: { type: "string", description: "Folder of the ledger (LAUREL_DATA; ./data)" },
    demo: {
      type: "boolean",
      description: `Serve a small demo board from a folder of its own, ${demoFolder}`,
    },
  },
  run: async ({ args }) => {
    const service = await start(args);
    const address = await service.listen().catch(async (error: Error) => {
      await service.close();
      return fail(`Laurel cannot listen: ${error.message}`);
    });
    if (service.madeAdminKey !== null) console.log(`Admin key, shown this once: ${service.madeAdminKey}`);
    console.log(`Laurel serves ${address}`);
    if (args.demo) console.log(demoHint(address));
    const stop = async (): Promise<void> => {
      await service.close();
      process.exit(0);
    };
    process.once("SIGTERM", () => void stop());
    process.once("SIGINT", () => void stop());
  },
});

/** Builds the service; what stops it is a message for a person, not a stack. */
async function start(flags: Parameters<typeof readConfig>[1]): Promise<Laurel> {
  try {
    const config = readConfig(process.env, flags);
    if (!config.demo) return await makeLaurel(config);
    const service = await makeLaurel(demoConfig(config));
    await seedDemo(service.context, service.submitter);
    return service;
  } catch (error) {
    if (error instanceof FolderFault || error instanceof ConfigFault) return fail(error.message);
    throw error;
  }
}

function demoConfig(config: Config): Config {
  const data = resolve(demoFolder);
  return { ...config, data, adminKey: config.adminKey ?? demoKey(data) };
}

function demoHint(address: string): string {
  return [
    "A board to play with:",
    `  curl '${address}/v1/leaderboards/demo/top?limit=3'`,
    `Its admin key is in ${join(demoFolder, "admin-key")}; the API is described at ${address}/openapi.json`,
  ].join("\n");
}
