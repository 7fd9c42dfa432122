/** The command line as a process: what only shows there. */
import { expect, it } from "vitest";
import { runLaurel } from "../support/laurel-command.ts";
import { startService } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";
import { environmentOf, laurelOn, nobodysAddress, spawnLaurel } from "./laurel.ts";

it("says how to start a service where none runs", async () => {
  const url = await nobodysAddress();
  const { code, stdout, stderr } = await runLaurel(["top", "arena", "--url", url]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    `laurel: ${url} cannot be reached: connect ECONNREFUSED ${url.slice(7)}. Start the service with "laurel serve", or name its address with --url or LAUREL_URL\n`,
  );
});

it("exits with 2 when it is called wrongly, the service too", async () => {
  const { code, stderr } = await runLaurel(["serve", "--prot", "0"], { LAUREL_DATA: tempFolder() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'laurel: there is no option --prot. Did you mean --port?\n"laurel serve --help" shows what it takes.\n',
  });
});

it("has no trouble with a reader that has seen enough", async () => {
  const service = await startService({ boards: [{ id: "b" }] });
  try {
    // More than a pipe holds.
    const rows = Array.from({ length: 5_000 }, (_, i) => `p${i},m${i},${i}`);
    await laurelOn(service, `player,match,score\n${rows.join("\n")}`)("import", "b", "-");
    for (const args of [["export"], ["log", "dump"], ["export", "b", "--standings"]]) {
      const child = spawnLaurel(args, environmentOf(service));
      let errors = "";
      child.stderr!.on("data", (chunk: Buffer) => {
        errors += chunk;
      });
      child.stdout!.once("data", () => child.stdout!.destroy());
      const code = await new Promise((resolve) => child.once("exit", resolve));
      expect({ args, code, errors }).toEqual({ args, code: 0, errors: "" });
    }
  } finally {
    await service.close();
  }
});
