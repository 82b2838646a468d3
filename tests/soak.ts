import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./checks.ts";

/**
 * The long forms of tests that run small in `npm test`: the same files with the figures of QUALITY.md. With names as
 * arguments, only those. GATEPOST_LONG_PART, from 0 to 1, makes the figures smaller.
 */
const suites: Record<string, string[]> = {
  /** R1, R2, R10: workers killed and stopped. R7: push against time-out. */
  kill: ["apps/worker/src/kill.test.ts"],
  race: ["apps/worker/src/await-value.test.ts"],
  /** R5: connections that are away for longer than a lease lasts. */
  connections: ["apps/worker/src/connections.test.ts"],
  /** 50 tasks that wait at once. */
  waiting: ["apps/worker/src/waiting.test.ts"],
  /** S11: fuzzed templates. */
  templates: ["packages/domain/src/template/fuzz.test.ts"],
};

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!Object.hasOwn(suites, name))
    throw new Error(`There is no long form ${name}; there are ${Object.keys(suites).join(", ")}.`);
}

const files = Object.entries(suites).flatMap(([name, some]) =>
  asked.length === 0 || asked.includes(name) ? some : [],
);
// One file at a time: each uses the whole machine.
const child = spawn(join(root, "node_modules/.bin/vitest"), ["run", "--no-file-parallelism", ...files], {
  cwd: root,
  env: { ...process.env, GATEPOST_LONG: "1" },
  stdio: "inherit",
});
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});
