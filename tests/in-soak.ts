import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checks.ts";

/**
 * Test files that only `npm run soak` runs, because they would add minutes to `npm test`: faults that last, floods of calls,
 * restarts of every part, several processes, standbys, cells, the operator's commands, pages by keyboard alone, recordings
 * made and run step by step. Short faults are in `npm test`: worker-faults, main, web-kills, database-kills.
 */
const files = [
  "apps/cli/src/commands/backup.test.ts",
  "apps/cli/src/commands/operator.test.ts",
  "apps/worker/src/runtime/kill.test.ts",
  "apps/worker/src/runtime/many-tasks.test.ts",
  "apps/worker/src/runtime/outage.test.ts",
  "apps/worker/src/steps/recorded-flows.test.ts",
  "tests/e2e/before-hydration.spec.ts",
  "tests/e2e/demo-site-axe.spec.ts",
  "tests/e2e/documents.spec.ts",
  "tests/e2e/portal-keyboard.spec.ts",
  "tests/e2e/record-applications.spec.ts",
  "tests/e2e/stopping.spec.ts",
  "tests/wire/cells.test.ts",
  "tests/wire/clients-through-restarts.test.ts",
  "tests/wire/connections.test.ts",
  "tests/wire/failing-loops.test.ts",
  "tests/wire/failover.test.ts",
  "tests/wire/generated-python-client.test.ts",
  "tests/wire/metrics.test.ts",
  "tests/wire/own-postgres.test.ts",
  "tests/wire/pooler.test.ts",
  "tests/wire/rates.test.ts",
  "tests/wire/rolling-restart.test.ts",
  "tests/wire/separate-processes.test.ts",
  "tests/wire/slow-bodies.test.ts",
  "tests/wire/standby.test.ts",
  "tests/wire/starved.test.ts",
  "tests/wire/traces.test.ts",
];
for (const file of files) if (!existsSync(join(root, file))) throw new Error(`There is no ${file}.`);

/** Those of them that this run leaves out. */
export const leftToSoak: string[] = process.env.GATEPOST_LONG ? [] : files;
