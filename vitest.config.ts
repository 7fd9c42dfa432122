import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "laurel-client": new URL("./client/src/index.ts", import.meta.url).pathname,
      "laurel/testing": new URL("./src/testing/index.ts", import.meta.url).pathname,
    },
  },
  test: {
    include: ["src/**/*.test.ts", "client/src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: more workers than that only make the timing of the end-to-end tests worse.
    maxWorkers: 2,
  },
});
