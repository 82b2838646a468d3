import { defineConfig } from "vitest/config";
import { root } from "../checks.ts";
import { pureTests } from "../pure-tests.ts";
import { shortLived } from "../short-lived.ts";

/** The domain's tests that use a database, on the server of GATEPOST_TEST_DATABASE_URL: `npm test -- database`. */
export default defineConfig({
  test: {
    root,
    name: "database",
    include: ["packages/domain/src/**/*.test.ts"],
    exclude: [
      ...pureTests(),
      // Plans are those of the embedded version, and EXPLAIN (GENERIC_PLAN) is not in every one.
      "packages/domain/src/platform/hot-plans.test.ts",
    ],
    globalSetup: "tests/database/setup.ts",
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    execArgv: shortLived,
    maxWorkers: 4,
  },
});
