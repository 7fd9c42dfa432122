import { join, resolve } from "node:path";
import { type Config, readConfig } from "../../config.ts";
import { demoFolder, demoKey, seedDemo } from "../../demo/demo.ts";
import { type Laurel, makeLaurel } from "../../main.ts";
import { command } from "../command.ts";
import { dataArg } from "../options.ts";
import { fail } from "../output.ts";
import { print } from "../terminal.ts";

export const serve = command({
  args: {
    config: { type: "string", valueHint: "FILE", description: "Config file, JSON or YAML (LAUREL_CONFIG)" },
    host: { type: "string", description: "Address to listen on (HOST; 127.0.0.1)" },
    port: { type: "string", description: "Port to listen on, 0 for any free one (PORT; 8080)" },
    data: dataArg,
    demo: {
      type: "boolean",
      description: `Serve a small demo board from a folder of its own, ${demoFolder}`,
    },
  },
  run: async (args, { terminal }) => {
    const service = await start(readConfig(terminal.environment, args));
    const address = await service.listen().catch(async (error: Error) => {
      await service.close();
      return fail(`Laurel cannot listen: ${error.message}`);
    });
    if (service.madeAdminKey !== null) print(terminal, `Admin key, shown this once: ${service.madeAdminKey}`);
    print(terminal, `Laurel serves ${address}`);
    if (args.demo === true) print(terminal, ...demoHint(address));
    const stop = async (): Promise<void> => {
      await service.close();
      process.exit(0);
    };
    process.once("SIGTERM", () => void stop());
    process.once("SIGINT", () => void stop());
    return 0;
  },
});

/** Builds the service; a demo has its board filled. */
async function start(config: Config): Promise<Laurel> {
  if (!config.demo) return makeLaurel(config);
  const service = await makeLaurel(demoConfig(config));
  await seedDemo(service.context, service.submitter);
  return service;
}

function demoConfig(config: Config): Config {
  const data = resolve(demoFolder);
  return { ...config, data, adminKey: config.adminKey ?? demoKey(data) };
}

function demoHint(address: string): string[] {
  return [
    "A board to play with:",
    `  curl '${address}/v1/leaderboards/demo/top?limit=3'`,
    `Its admin key is in ${join(demoFolder, "admin-key")}; the API is described at ${address}/openapi.json`,
  ];
}
