import { defineConfig } from "vitest/config";
import { leftToSoak } from "./tests/in-soak.ts";
import { LongestFirst } from "./tests/longest-first.ts";
import { ownProcessTests } from "./tests/own-process.ts";
import { pureTests } from "./tests/pure-tests.ts";
import { shortLived } from "./tests/short-lived.ts";

const pure = pureTests();
const domain = "packages/domain/src/**/*.test.ts";
const worker = "apps/worker/src/**/*.test.ts";
const ownProcess = ownProcessTests().filter((file) => !leftToSoak.includes(file));

/** Of all but `fast` together, on two processors: many of their tests wait for other processes, or for time. */
const maxWorkers = 4;

/** What a browser must keep to whichever it is: `worker` runs them in the headless shell, `full-browser` in the other one. */
const inBothEngines = [
  "egress/egress",
  "privacy/picture",
  // Both are sent the same protocol, and the death of a worker leaves the same in the database: `npm run soak -- engines kill`
  // compares them.
  ...(process.env.GATEPOST_LONG
    ? [
        "browser/browser",
        "browser/downloads",
        "browser/hostile",
        "browser/neighbours",
        "browser/page-memory",
        "browser/sandbox",
        "browser/windows",
        "runtime/everyday-jobs",
        "runtime/kill",
        "runtime/left-waits",
        "steps/demo-site",
        "steps/recorded-flows",
      ]
    : []),
].map((name) => `apps/worker/src/${name}.test.ts`);

/**
 * Tests are beside the file that they test. Those of `fast` need nothing but the code; the others clone a database of one
 * PostgreSQL (packages/db/src/testing.ts). Their files share processes, except those of `own-process`: each would load the
 * same modules, which was two fifths of the processor time of `domain`.
 */
export default defineConfig({
  test: {
    // A busy machine is no failure; what hangs is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    execArgv: shortLived,
    projects: [
      {
        extends: true,
        test: { name: "fast", include: pure, isolate: false, maxWorkers: "100%", sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: "services",
          include: ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "{tests,prisma}/*.test.ts"],
          exclude: [...pure, domain, worker, ...ownProcess, ...leftToSoak],
          isolate: false,
          globalSetup: "tests/postgres.ts",
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "own-process",
          include: ownProcess,
          globalSetup: "tests/postgres.ts",
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "domain",
          include: [domain],
          exclude: pure,
          globalSetup: "tests/postgres.ts",
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "worker",
          include: [worker],
          exclude: [...pure, ...leftToSoak],
          globalSetup: "tests/postgres.ts",
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "full-browser",
          include: inBothEngines,
          globalSetup: "tests/postgres.ts",
          env: { GATEPOST_TEST_ENGINE: "full" },
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
