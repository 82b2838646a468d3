import { defineConfig } from "vitest/config";

/** Tests stand beside the file that they test. Those that need PostgreSQL clone a database: packages/db/src/testing.ts. */
export default defineConfig({
  test: {
    globalSetup: "tests/postgres.ts",
    // A busy machine is no failure; what hangs is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "packages", include: ["packages/**/*.test.ts"] } },
      { extends: true, test: { name: "apps", include: ["apps/**/*.test.{ts,tsx}"] } },
      { extends: true, test: { name: "repository", include: ["tests/*.test.ts", "prisma/*.test.ts"] } },
    ],
  },
});
