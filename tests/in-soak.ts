import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checks.ts";

/**
 * Files of tests that `npm run soak` runs and `npm test` does not, which they would make longer by minutes: faults that
 * last, floods of calls, restarts of every part, cells. Short faults are in `npm test`: worker-faults, kill, web-kills, database-kills.
 */
const files = [
  "apps/worker/src/runtime/connections.test.ts",
  "apps/worker/src/runtime/outage.test.ts",
  "tests/e2e/demo-site-axe.spec.ts",
  "tests/wire/cells.test.ts",
  "tests/wire/connections.test.ts",
  "tests/wire/failing-loops.test.ts",
  "tests/wire/failover.test.ts",
  "tests/wire/rates.test.ts",
  "tests/wire/rolling-restart.test.ts",
  "tests/wire/starved.test.ts",
];
for (const file of files) if (!existsSync(join(root, file))) throw new Error(`There is no ${file}.`);

/** Those of them that this run leaves out. */
export const leftToSoak: string[] = process.env.GATEPOST_LONG ? [] : files;
