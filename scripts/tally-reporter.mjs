/** A vitest reporter for test.mjs: writes how the tests went, as JSON, to the file that LAUREL_TEST_TALLY names. */
import { writeFileSync } from "node:fs";
import process from "node:process";

export default class TallyReporter {
  onTestRunEnd(modules) {
    const tally = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // A file that fails as a whole, because it does not load or a hook of it throws, is a failure of its own.
      let failed = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "failed") failed += 1;
        else if (state === "passed") tally.passed += 1;
        else tally.skipped += 1;
      }
      tally.failed += failed === 0 && module.state() === "failed" ? 1 : failed;
    }
    writeFileSync(process.env.LAUREL_TEST_TALLY, JSON.stringify(tally));
  }
}
