import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { engines } from "@gatepost/contract/browser-settings";
import { startTestServer } from "@gatepost/db/test-server";
import { ensureBrowsers } from "../apps/cli/src/up/chromium.ts";
import { ensureWeb } from "../apps/cli/src/up/web-build.ts";
import { describe, root, runChecks } from "./checks.ts";
import { sentenceOf, tryStatements } from "./database/try-statements.ts";
import { missingHere } from "./images/build.ts";
import { leftToSoak } from "./in-soak.ts";
import {
  type Count,
  countPlaywright,
  countVitest,
  describeSkipped,
  type PlaywrightReport,
  sumOf,
  type VitestReport,
} from "./reports.ts";

/**
 * Everything that `npm test` runs, the cheap suites together, then the others one after the other. With names of suites as arguments,
 * only those. The last line counts what the runners reported, and the lines above it name the tests that were skipped.
 */
const suites: Record<string, () => Promise<Count>> = {
  source: checkSource,
  fast: () => runVitest("vitest.config.ts", "fast"),
  /** Side by side, so that no processor waits for the last file of one of them. */
  services: async () => {
    await Promise.all([browsers(), postgres()]);
    // Its tests leave the processors time. What fails here fails the suites that need it.
    if (asked.length === 0) void build().catch(() => {});
    return runVitest("vitest.config.ts", "services", "worker", "full-browser", "own-process", "domain");
  },
  wire: async () => {
    await Promise.all([build(), browsers(), postgres()]);
    const projects = [["fast-path"], ["route-handlers"], ["own-installation", "with-worker"]];
    return sumOf(await Promise.all(projects.map((names) => runVitest("tests/wire/vitest.config.ts", ...names))));
  },
  browser: async () => {
    await Promise.all([build(), browsers(), postgres()]);
    return runPlaywright();
  },
};

/** Suites that run only when they are named. */
const byName: Record<string, () => Promise<Count>> = {
  /** On any PostgreSQL: what it refuses of Gatepost's statements, and the domain's tests. */
  database: async () => {
    const address = process.env.GATEPOST_TEST_DATABASE_URL;
    if (!address) throw new Error("Set GATEPOST_TEST_DATABASE_URL to the address of a role that may create databases.");
    const { statements, optional, refusals } = await tryStatements(address);
    for (const refusal of optional) console.log(`refused, and not needed: ${sentenceOf(refusal)}`);
    for (const refusal of refusals) console.log(`refused: ${sentenceOf(refusal)}`);
    console.log(`${statements} statements tried, ${optional.length + refusals.length} refused`);
    const tried = { passed: statements - optional.length - refusals.length, failed: refusals.length };
    const tests = await runVitest("tests/database/vitest.config.ts", "database");
    return sumOf([{ ...tried, sentences: refusals.map(sentenceOf), skipped: [] }, tests]);
  },
  /** The object store's tests, on an S3-compatible store of somebody's own. */
  store: async () => {
    if (!process.env.GATEPOST_TEST_STORE_ENDPOINT)
      throw new Error("Set GATEPOST_TEST_STORE_ENDPOINT to the address of an S3-compatible store, and its keys.");
    await ensureBrowsers({ log: console.log, required: engines });
    return runVitest("tests/store/vitest.config.ts", "store");
  },
  /** Builds the images of Dockerfile and starts the services of compose.yaml and deploy/kubernetes from them. */
  images: async () => {
    const missing = missingHere();
    if (missing.length > 0) throw new Error(`This needs ${missing.join(", ")}, which is not here.`);
    return runVitest("tests/images/vitest.config.ts", "images");
  },
};

const reports = join(root, "test-results");

async function checkSource(): Promise<Count> {
  const checked = await runChecks((one) => console.log(describe(one)));
  const failed = checked.filter((one) => !one.passed);
  return {
    passed: checked.length - failed.length,
    failed: failed.length,
    sentences: failed.map(describe),
    skipped: [],
  };
}

/** The tests of some projects of a configuration. */
async function runVitest(config: string, ...projects: string[]): Promise<Count> {
  const file = reportFile();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runProgram("vitest", [
    "run",
    "--config",
    config,
    ...projects.map((name) => `--project=${name}`),
    ...reporters,
  ]);
  const report = readReport<VitestReport>(file);
  return report ? sound(code, countVitest(report)) : crashed("vitest");
}

async function runPlaywright(): Promise<Count> {
  const file = reportFile();
  const code = await runProgram("playwright", ["test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const report = readReport<PlaywrightReport>(file);
  return report ? sound(code, countPlaywright(report)) : crashed("playwright");
}

/** A runner that failed although no test did, or that found no test, counts as one failure. */
function sound(code: number, count: Count): Count {
  if (count.failed > 0 || (code === 0 && count.passed > 0)) return count;
  return { ...count, failed: 1, sentences: [`the runner ended with code ${code}, after ${count.passed} tests passed`] };
}

function crashed(what: string): Count {
  return { passed: 0, failed: 1, sentences: [`${what} left no report`], skipped: [] };
}

let server: ReturnType<typeof startTestServer> | undefined;

/** Starts the PostgreSQL of all suites, once. Each run of a runner would start one of its own (tests/postgres.ts). */
function postgres() {
  server ??= startTestServer();
  return server;
}

let found: Promise<unknown> | undefined;

/** Installs both browsers, once, where they are missing. */
function browsers(): Promise<unknown> {
  found ??= ensureBrowsers({ log: console.log, required: engines });
  return found;
}

let built: Promise<void> | undefined;

/** Builds the web app, once, if its sources have changed since the last time. */
function build(): Promise<void> {
  built ??= ensureWeb();
  return built;
}

let reported = 0;

function reportFile(): string {
  reported += 1;
  const file = join(reports, `report-${reported}.json`);
  rmSync(file, { force: true });
  mkdirSync(reports, { recursive: true });
  return file;
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

function runProgram(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(root, "node_modules/.bin", program), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: "inherit",
    });
    child.on("error", (error) => {
      console.error(`${program} did not start: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!Object.hasOwn({ ...suites, ...byName }, name))
    throw new Error(`There is no suite ${name}; there are ${Object.keys({ ...suites, ...byName }).join(", ")}.`);
}

const names = Object.keys(asked.length > 0 ? { ...suites, ...byName } : suites).filter(
  (name) => asked.length === 0 || asked.includes(name),
);
// It starts meanwhile.
if (asked.length === 0) void postgres().catch(() => {});
// Side by side, because neither keeps all processors busy until its end.
const cheap: string[] = names.filter((name) => name === "source" || name === "fast");
const counts = await Promise.all(cheap.map(runSuite));
for (const name of names.filter((one) => !cheap.includes(one))) counts.push(await runSuite(name));
const total = sumOf(counts);
if (total.sentences.length > 0) console.log(`\nWhat failed:\n\n${total.sentences.join("\n\n")}\n`);
if (asked.length === 0) console.log(`\nLeft to npm run soak:\n  ${leftToSoak.join("\n  ")}`);
if (total.skipped.length > 0) console.log(`\n${describeSkipped(total.skipped)}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
await (await server?.catch(() => {}))?.stop();
process.exit(total.failed === 0 ? 0 : 1);

async function runSuite(name: string): Promise<Count> {
  const run = { ...suites, ...byName }[name] as () => Promise<Count>;
  const from = performance.now();
  console.log(`\n— ${name}`);
  const count = await run().catch((error: unknown) => {
    console.error(error);
    return crashed(name);
  });
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  if (count.skipped.length > 0) console.log(describeSkipped(count.skipped));
  console.log(`— ${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
  return count;
}
