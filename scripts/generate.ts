/**
 * `npm run generate`: writes openapi.json, as the sources of the service describe themselves, and the types of
 * client/ that follow from it; the costs of `laurel plan` that kept benches have measured, and the plans that
 * documents show. All are committed; tests say when they are stale.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { makeLaurel } from "../src/main.ts";
import { measuredCosts, withPlans } from "./plans.ts";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The text of each generated file, by its path below the root. */
export async function generate(): Promise<Map<string, string>> {
  const document = JSON.stringify(await describeApi(), null, 2);
  const types = astToString(await openapiTS(JSON.parse(document) as OpenAPI3, { immutable: true }));
  const head =
    "/** Generated from openapi.json by `npm run generate`: change the service's schemas instead. */\n";
  return new Map([
    ["openapi.json", `${document}\n`],
    ["client/src/api-types.ts", head + types],
  ]);
}

/** The document, asked of a service that never listens. */
async function describeApi(): Promise<object> {
  const data = mkdtempSync(path.join(tmpdir(), "laurel-generate-"));
  try {
    const laurel = await makeLaurel({
      host: "127.0.0.1",
      port: 0,
      data,
      checkpointRecords: 1,
      adminKey: "only-for-this-run",
      memoryBytes: Number.POSITIVE_INFINITY,
      scopeValuesMax: 0,
      boards: [],
      demo: false,
    });
    try {
      return laurel.app.swagger();
    } finally {
      await laurel.close();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generate()) write(file, text);
  write("src/cli/plan/measured.ts", measuredCosts());
  // The command is loaded when it runs, so it calculates with what was just written.
  write("docs/operating.md", await withPlans(readFileSync(path.join(root, "docs/operating.md"), "utf8")));
}

function write(file: string, text: string): void {
  writeFileSync(path.join(root, file), text);
  console.log(`Wrote ${file}.`);
}
