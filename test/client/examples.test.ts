/** What the documents show compiles under strict rules, runs against the real service, and prints what they say. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminSecret, startService, type TestService } from "../support/service.ts";
import { readExamples, repository } from "./examples.ts";

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService({ boards: [{ id: "arena", periods: ["all", "week"], scopes: ["region"] }] });
  folder = mkdtempSync(join(tmpdir(), "laurel-examples-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(repository, "node_modules/@types"), join(folder, "node_modules/@types"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

describe.each(["client/README.md", "docs/testing.md"])("%s", (document) => {
  // The compiler reads all that the examples import, the service's sources too.
  it("shows what compiles, and what prints what it says", async () => {
    const { program, printed } = readExamples(document);
    const file = join(folder, "examples.ts");
    writeFileSync(file, program.replaceAll("http://127.0.0.1:8080", service.url));
    expect(complaintsOf(file)).toEqual([]);
    expect(await run(file)).toEqual({ code: 0, errors: "", lines: printed });
  }, 180_000);
});

/** What the compiler has to say, strictly. */
function complaintsOf(file: string): string[] {
  const { config } = ts.readConfigFile(`${repository}tsconfig.check.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository);
  const typeRoots = [join(repository, "node_modules/@types")];
  const program = ts.createProgram([file], { ...options, typeRoots, rootDir: "/", noUnusedLocals: false });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

async function run(file: string): Promise<{ code: number | null; errors: string; lines: string[] }> {
  const tsx = new URL("node_modules/tsx/dist/loader.mjs", `file://${repository}`).href;
  const child = spawn(process.execPath, ["--import", tsx, file], {
    env: {
      ...process.env,
      LAUREL_KEY: adminSecret,
      TSX_TSCONFIG_PATH: `${repository}tsconfig.check.json`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, errors, lines: out.split("\n").slice(0, -1) };
}
