import { defineConfig } from "vitest/config";
import { root } from "../checks.ts";
import { shortLived } from "../short-lived.ts";

/** What uses the object store, on the one at GATEPOST_TEST_STORE_ENDPOINT: `npm test -- store`. */
export default defineConfig({
  test: {
    root,
    name: "store",
    include: ["packages/domain/src/object/stored-*.test.ts", "apps/worker/src/runtime/object-store.test.ts"],
    globalSetup: "tests/postgres.ts",
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    execArgv: shortLived,
  },
});
