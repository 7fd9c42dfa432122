/** The running service, as commands speak to it. */
import { LaurelClient } from "laurel-client";
import { urlDefault } from "./options.ts";
import { failUsage } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/** The client for a command's options. */
export function connect(args: { url?: string; key?: string }, terminal: Terminal): LaurelClient {
  const { environment } = terminal;
  const url = args.url ?? environment.LAUREL_URL ?? urlDefault;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    failUsage(`the address ${JSON.stringify(url)} is not of the form http://host:port`);
  const key = args.key ?? environment.LAUREL_KEY ?? null;
  // Who waits at a terminal hears at once what is wrong, and `import` tries again by rules of its own.
  return new LaurelClient({ url, key, timeoutMs: 30_000, retries: 0 });
}
