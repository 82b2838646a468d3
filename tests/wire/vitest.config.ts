import { dirname } from "node:path";
import { defineConfig } from "vitest/config";

/** The JSON methods over HTTP. One real installation for all files, so one after the other: see setup.ts. */
export default defineConfig({
  test: {
    root: dirname(dirname(import.meta.dirname)),
    include: ["tests/wire/*.test.ts"],
    globalSetup: ["tests/postgres.ts", "tests/wire/setup.ts"],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
