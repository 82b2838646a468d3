import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ensureWeb } from "../apps/cli/src/up/web-build.ts";
import { root } from "./checks.ts";

/**
 * The long forms of tests that run small in `npm test`: the same files with the figures of docs/quality.md. With names
 * as arguments, only those. GATEPOST_LONG_PART, from 0 to 1, reduces the figures.
 */
const suites: Record<string, string[]> = {
  /** R1, R2, R10: workers killed and stopped. R7: push against time-out. */
  kill: ["apps/worker/src/runtime/kill.test.ts"],
  /** W1, W3: waits whose worker is killed again and again. */
  crashes: ["apps/worker/src/runtime/left-waits.test.ts"],
  race: ["apps/worker/src/runtime/await-value.test.ts"],
  /** R3: the web process killed while callers retry. */
  web: ["tests/wire/web-kills.test.ts"],
  /** R4: PostgreSQL killed and stopped under load. */
  postgres: ["tests/wire/database-kills.test.ts"],
  /** R14: what a worker holds after thousands of tasks. `npm run bench -- p9` has a million calls. */
  growth: ["apps/worker/src/runtime/many-tasks.test.ts"],
  /** R5, R6: connections that are lost for longer than a lease lasts, dead ones, and a pooler between. */
  connections: [
    "apps/worker/src/runtime/outage.test.ts",
    "tests/wire/connections.test.ts",
    "tests/wire/pooler.test.ts",
  ],
  /** R19, R21: an outage of a minute and moved clocks; each loop while its statement fails. */
  outages: ["apps/worker/src/runtime/outage.test.ts", "tests/wire/failing-loops.test.ts"],
  /** R23: every web server and worker restarted in turn. */
  rolling: ["tests/wire/rolling-restart.test.ts"],
  /** C2: a thousand tasks of each client while web servers are killed. */
  clients: ["tests/wire/clients-through-restarts.test.ts"],
  /** U10: the blocks of all pages, and the README's on a second installation too. */
  documents: ["tests/wire/documents.test.ts"],
  /** F3: the Python package that a generator writes, which is installed for it, and the types of ours. */
  generators: ["tests/wire/generated-python-client.test.ts", "tests/python-client.test.ts"],
  /** Two cells behind one origin. */
  cells: ["tests/wire/cells.test.ts"],
  /** The operator's commands, backups, the database of one's own and its roles, single and several parts, metrics, traces. */
  operator: [
    "apps/cli/src/commands/backup.test.ts",
    "apps/cli/src/commands/operator.test.ts",
    "tests/wire/metrics.test.ts",
    "tests/wire/own-postgres.test.ts",
    "tests/wire/separate-processes.test.ts",
    "tests/wire/traces.test.ts",
  ],
  /** R17, R18: nothing lost when the primary dies, and how soon it works after a failover. */
  failover: ["tests/wire/failover.test.ts", "tests/wire/standby.test.ts"],
  /** R11: days in all zones, and clocks that are an hour off. */
  clocks: [
    "packages/domain/src/statistics/days.test.ts",
    "packages/domain/src/statistics/zones.test.ts",
    "apps/worker/src/runtime/await-value.test.ts",
  ],
  /** P14: random claims of two workers from the queues of six accounts, and accounts that compete for one worker. */
  fairness: ["packages/domain/src/tasks/claim-tasks.test.ts", "apps/worker/src/runtime/fairness.test.ts"],
  /** R15: what the statements do against what the state machine says, event for event. */
  machine: ["packages/domain/src/tasks/machine-statements.test.ts"],
  /** 50 tasks that wait at once. */
  waiting: ["apps/worker/src/runtime/fairness.test.ts"],
  /** R8: 500 waits, answered in every way; `waiting` has 50 tasks in browsers. */
  answers: ["tests/wire/answer-ways.test.ts"],
  /** How long a first start takes to make the demo. `npm run bench` measures the rest. */
  speed: ["prisma/seed.test.ts"],
  /** S7: canary values in what a task leaves. */
  secrets: ["apps/worker/src/privacy/worker-secrets.test.ts"],
  /** S9: every form of an address by every way out. */
  egress: [
    "apps/worker/src/egress/egress-proxy.test.ts",
    "apps/worker/src/runtime/post-callback.test.ts",
    "apps/worker/src/egress/egress.test.ts",
  ],
  /** S10: hostile sites with a minute and the memory of production; what tasks in one browser have of each other. */
  hostile: [
    "apps/worker/src/browser/hostile.test.ts",
    "apps/worker/src/browser/event-floods.test.ts",
    "apps/worker/src/browser/neighbours.test.ts",
  ],
  /** U7: everyday jobs, each step, downloads, windows, pictures and recorded flows in the full browser too. */
  engines: [
    "apps/worker/src/browser/browser.test.ts",
    "apps/worker/src/browser/downloads.test.ts",
    "apps/worker/src/browser/neighbours.test.ts",
    "apps/worker/src/browser/page-memory.test.ts",
    "apps/worker/src/browser/sandbox.test.ts",
    "apps/worker/src/browser/windows.test.ts",
    "apps/worker/src/privacy/picture.test.ts",
    "apps/worker/src/runtime/everyday-jobs.test.ts",
    "apps/worker/src/steps/demo-site.test.ts",
    "apps/worker/src/steps/recorded-flows.test.ts",
  ],
  /** L8: jobs in two applications of others, recorded and run. */
  recordings: ["tests/e2e/record-applications.spec.ts"],
  /** U2: each page in both widths and both themes, in the full browser. U3: by keyboard alone. U6: the operator's commands. R20. */
  pages: ["tests/e2e"],
  /** S16: what a declared pattern may cost at most. */
  patterns: ["packages/domain/src/templates/pattern.test.ts"],
  /** S11: fuzzed templates, saved and run. */
  templates: ["packages/domain/src/templates/fuzz.test.ts", "apps/worker/src/steps/generated-templates.test.ts"],
  /** S5: a million mistyped keys. */
  keys: ["packages/domain/src/accounts/authenticate.test.ts"],
  /** Money is conserved; U5: the same numbers wherever they are shown. F1: numbers of any JSON. */
  numbers: [
    "packages/domain/src/money/conservation.test.ts",
    "packages/domain/src/platform/exact-json.test.ts",
    "apps/web/src/portal/report/same-numbers.test.tsx",
  ],
  /**
   * S1: bodies that no caller should send. S2: bodies that are sent slowly. R9: one Idempotency-Key, many calls. R13: a pool that
   * is held up.
   */
  malformed: ["tests/wire/malformed.test.ts", "tests/wire/slow-bodies.test.ts"],
  idempotency: ["tests/wire/idempotency.test.ts"],
  starved: ["tests/wire/starved.test.ts"],
  /** C1: each check seen failing where its rule is broken. */
  conformance: ["tests/wire/conformance.test.ts"],
  /** S6: limits of calls over several processes. */
  rates: ["tests/wire/rates.test.ts"],
};

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!Object.hasOwn(suites, name))
    throw new Error(`There is no long form ${name}; there are ${Object.keys(suites).join(", ")}.`);
}

const files = [
  ...new Set(
    Object.entries(suites).flatMap(([name, some]) => (asked.length === 0 || asked.includes(name) ? some : [])),
  ),
];
const wire = files.filter((file) => file.startsWith("tests/wire/"));
const inBrowser = files.filter((file) => file.startsWith("tests/e2e"));
const others = files.filter((file) => !wire.includes(file) && !inBrowser.includes(file));
if (others.length > 0) await runVitest("vitest.config.ts", others);
if (wire.length + inBrowser.length > 0) await ensureWeb();
if (wire.length > 0)
  await runVitest("tests/wire/vitest.config.ts", wire, ["--project=fast-path", "--project=own-installation"]);
if (inBrowser.length > 0)
  await run("playwright", ["test", ...inBrowser], { GATEPOST_TEST_ENGINE: "full", GATEPOST_LONG: "1" });

/** One file at a time, because each uses the whole machine. */
function runVitest(config: string, some: string[], projects: string[] = []): Promise<void> {
  const args = ["run", "--config", config, "--no-file-parallelism", ...projects, ...some];
  return run("vitest", args, { GATEPOST_LONG: "1" });
}

async function run(program: string, args: string[], env: Record<string, string>): Promise<void> {
  const path = join(root, "node_modules/.bin", program);
  const child = spawn(path, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) process.exitCode = 1;
}
