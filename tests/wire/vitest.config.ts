import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { root } from "../checks.ts";
import { leftToSoak } from "../in-soak.ts";
import { LongestFirst } from "../longest-first.ts";
import { shortLived } from "../short-lived.ts";

/**
 * Each of these starts installations of its own, and what it shows does not depend on which path answers the methods. Errors
 * do: service-errors runs on both.
 */
const ownInstallation = [
  "cells",
  "conformance",
  "clients-through-restarts",
  "connections",
  "database-kills",
  "documents",
  "failing-loops",
  "failover",
  "generated-python-client",
  "live",
  "live-task",
  "metrics",
  "own-postgres",
  "page-requests",
  "pooler",
  "rates",
  "rolling-restart",
  "separate-processes",
  "slow-bodies",
  "standby",
  "starved",
  "traces",
  "web-kills",
].map(fileOf);
/**
 * These test what follows once a call has been read, or what is not about methods, so each runs on one path only. The files
 * are divided so that both paths take about the same time. How a call is read and answered is tested on both.
 */
const onFastPath = [
  "answer-ways",
  "documentation",
  "empty-pages",
  "hosts",
  "idempotency",
  "inbound",
  "page-outage",
  "request-ids",
  "tenants",
].map(fileOf);
const onRouteHandlers = ["answer-links", "mcp", "origins"].map(fileOf);
/** Programs of callers, whose tasks run in a browser; they share an installation with a worker. */
const withWorker = ["client-package", "field-examples", "generated-clients", "python-client"].map(fileOf);
for (const file of [...ownInstallation, ...onFastPath, ...onRouteHandlers, ...withWorker])
  if (!existsSync(join(root, file))) throw new Error(`There is no ${file}.`);

function fileOf(name: string): string {
  return `tests/wire/${name}.test.ts`;
}

/** One process sends all calls of a project: what is tested is in others. */
const shared = { include: ["tests/wire/*.test.ts"], maxWorkers: 1, isolate: false };
const globalSetup = ["tests/postgres.ts", "tests/wire/setup.ts"];
/** Of files that run side by side. */
const sideBySide = {
  // They wait more than they compute: two of them took 18 s of processor time in 95 s of their own.
  maxWorkers: 4,
  // Each file would load the same modules, which takes a second and more of processor time.
  isolate: false,
  sequence: { groupOrder: 3 },
};

/**
 * HTTP to the real web process. Most files share one installation, one after the other, and most of those run on both
 * ways to answer a method: `fast-path`, before Next.js, and `route-handlers`, through its routes. `npm test -- wire` runs
 * the projects side by side.
 */
export default defineConfig({
  test: {
    root,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    execArgv: shortLived,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "fast-path",
          globalSetup,
          sequence: { groupOrder: 1 },
          exclude: [...ownInstallation, ...withWorker, ...onRouteHandlers],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "route-handlers",
          globalSetup,
          sequence: { groupOrder: 2 },
          exclude: [...ownInstallation, ...withWorker, ...onFastPath],
          env: { GATEPOST_FAST_PATH: "off" },
        },
      },
      {
        extends: true,
        test: {
          ...sideBySide,
          name: "own-installation",
          include: ownInstallation,
          exclude: leftToSoak,
          globalSetup: "tests/postgres.ts",
        },
      },
      {
        extends: true,
        test: {
          ...sideBySide,
          name: "with-worker",
          include: withWorker,
          globalSetup: ["tests/postgres.ts", "tests/wire/setup-worker.ts"],
        },
      },
    ],
  },
});
