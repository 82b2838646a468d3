// Runs a TypeScript file of this checkout: node bootstrap.mjs <script.ts> [arguments…]. Without one, it only installs.
//
// From a fresh clone, with any Node.js from 20 on: installs the packages (the Node.js that everything else runs on is one
// of them), generates the Prisma client, and types the SQL statements, each only when its sources changed. Built-in modules only.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { phase } from "./apps/cli/src/output/progress.mjs";
import { aptCommands, browserPackages, onPath } from "./apps/cli/src/up/browser-packages.mjs";

const ROOT = dirname(fileURLToPath(import.meta.url));
const WINDOWS = process.platform === "win32";
const NODE = join(ROOT, "node_modules/node/bin", WINDOWS ? "node.exe" : "node");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const GENERATED = join(ROOT, "packages/db/generated");

const installed = {
  stamp: join(ROOT, "node_modules/.installed"),
  sources: [
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    ...manifests("apps"),
    ...manifests("packages"),
    ...manifests("tests"),
  ],
  results: [NODE],
  make: install,
};
const generated = {
  stamp: join(GENERATED, ".generated"),
  sources: ["prisma/schema.prisma", "pnpm-lock.yaml"],
  results: [join(GENERATED, "client.ts")],
  make: generate,
};
const statements = filesBelow("packages", /\.sql$/);
const typed = {
  // Not in the client's folder, which is made at the same time, and refused by Prisma if it holds anything else.
  stamp: join(ROOT, "node_modules/.statements"),
  sources: [
    ...statements,
    ...filesBelow("prisma/migrations", /\.sql$/),
    ...filesBelow("packages/db/src/typed-sql", /\.ts$/),
    "pnpm-lock.yaml",
  ],
  results: statements.map((file) => join(ROOT, `${file}.ts`)),
  make: typeStatements,
};

// Until the script runs, there is no worker that could be replaced.
process.on("SIGUSR2", () => {});
await main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

async function main() {
  const [script, ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Error(`Gatepost needs Node.js 20 or newer, and this is ${process.versions.node}: install a newer one.`);
  }
  // initdb passes its path to a shell, globs read that of the folder in which they look, and Tailwind takes # for a fragment.
  const [refused] = /["$`#[\]{}]/.exec(ROOT) ?? [];
  if (refused)
    throw new Error(`Gatepost cannot be built in ${ROOT}, because its path has ${refused}: move it to another folder.`);
  if (![installed, generated, typed].every(isFresh)) {
    await alone(async () => {
      if (!isFresh(installed)) await Promise.all([make(installed), installBrowsers(script, args)]);
      await Promise.all([generated, typed].filter((product) => !isFresh(product)).map(make));
    });
  }
  if (script) run(join(ROOT, script), args);
}

/** Whether a product was made from the sources as they are now. */
function isFresh({ stamp, sources, results }) {
  return (
    existsSync(stamp) &&
    results.every((file) => existsSync(file)) &&
    readFileSync(stamp, "utf8") === fingerprint(sources)
  );
}

async function make(product) {
  // Taken before: sources that change meanwhile are then seen as changed.
  const made = fingerprint(product.sources);
  await product.make();
  mkdirSync(dirname(product.stamp), { recursive: true });
  writeFileSync(product.stamp, made);
}

/** A hash of the files' names and contents, and of what machine they were installed for. */
function fingerprint(files) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

/** Images hold no folder of tests. */
function manifests(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}/package.json`)
    .filter((file) => existsSync(join(ROOT, file)))
    .sort();
}

/** Below a folder of the repository, except what is generated or belongs to other packages. */
function filesBelow(folder, pattern) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(path, pattern);
      return pattern.test(entry.name) && !entry.name.endsWith(".sql.ts") ? [path] : [];
    })
    .sort();
}

function install() {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return phase("installing packages", (say) =>
    quietly("npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--reporter=append-only"], {
      // CI: nobody is asked anything.
      env: {
        ...process.env,
        ...ownHome(),
        CI: "true",
        npm_config_loglevel: "error",
        npm_config_update_notifier: "false",
      },
      failure:
        "The packages could not be installed; the lines above say why. A first start needs a way to the npm registry.",
      onOutput(text) {
        const counts = text.match(/resolved (\d+), reused (\d+), downloaded (\d+)/);
        if (counts) say(`${Number(counts[2]) + Number(counts[3])} of ${counts[1]}`);
      },
    }),
  );
}

/** For a user whose home cannot be written, as a service may have none: where npm and pnpm keep what other checkouts need too. */
function ownHome() {
  try {
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    const home = join(ROOT, ".scratch/home");
    // `npm start` has set the second to a folder of the other home.
    return { HOME: home, npm_config_cache: join(home, ".npm") };
  }
}

/**
 * Before the first start of a worker, the system installs its browsers while npm's packages are installed. What is missing
 * then, or failed, chromium.ts installs and reports.
 */
async function installBrowsers(script, [command]) {
  if (existsSync(NODE) || script !== "apps/cli/src/main.ts" || !["up", "worker"].includes(command)) return;
  // It may name the browsers, and only the command reads it.
  if (existsSync(join(ROOT, ".env"))) return;
  const missing = Object.values(browserPackages).filter(
    ({ variable, programs }) => !process.env[variable] && onPath(programs).length === 0,
  );
  const commands = aptCommands(missing.flatMap(({ packages }) => packages));
  if (missing.length === 0 || !commands) return;
  await phase("installing browsers", async (say) => {
    for (const [program, ...args] of commands) {
      say([program, args[0]].join(" "));
      await new Promise((resolve) =>
        spawn(program, args, { stdio: "ignore" }).on("close", resolve).on("error", resolve),
      );
    }
  });
}

function generate() {
  return phase("generating the database client", () =>
    quietly(NODE, [join(ROOT, "node_modules/prisma/build/index.js"), "generate"], {
      // `generate` asks for the schema engine and never uses it: any file keeps it from downloading one.
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: NODE,
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
      },
      failure: "The database client could not be generated from prisma/schema.prisma; the lines above say why.",
    }),
  );
}

function typeStatements() {
  return phase("typing the SQL statements", () =>
    quietly(NODE, [join(ROOT, "packages/db/src/typed-sql/main.ts")], {
      env: process.env,
      failure: "The types of the .sql files could not be made; the lines above say why.",
    }),
  );
}

/** Runs a program without a sound; what it said is shown when it fails. */
function quietly(program, args, { env, failure, onOutput = () => {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: WINDOWS && program === "npx",
      // In a session of its own, so that a signal can be passed on to all that it started: npx itself passes none on.
      detached: !WINDOWS,
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said.push(chunk);
        onOutput(String(chunk));
      });
    }
    const stop = (signal) => {
      if (WINDOWS) child.kill(signal);
      else if (child.pid) process.kill(-child.pid, signal);
      process.exit(1);
    };
    for (const signal of SIGNALS) process.once(signal, stop);
    child.on("error", (error) => reject(new Error(`${failure}\n${error.message}`)));
    child.on("close", (code) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      if (code === 0) return resolve();
      process.stderr.write(`\n${Buffer.concat(said)}\n`);
      reject(new Error(failure));
    });
  });
}

/** Lets one process of this checkout work at a time. The one that works touches its lock; an untouched one is dead. */
async function alone(work) {
  const lock = join(ROOT, ".scratch/bootstrap.lock");
  mkdirSync(dirname(lock), { recursive: true });
  let told = false;
  while (!take(lock)) {
    if (!told) console.log("· waiting for another process that installs this checkout …");
    told = true;
    await sleep(300);
  }
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), 1_000);
  const leave = () => rmSync(lock, { force: true });
  process.once("exit", leave);
  try {
    await work();
  } finally {
    clearInterval(beat);
    process.off("exit", leave);
    leave();
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // In the future, too: the clock may have been set back since.
  if (Math.abs(Date.now() - touched) > 10_000) rmSync(lock, { force: true });
  return false;
}

/** Becomes the script, as far as one process can become another: same terminal, same signals, same end. */
function run(script, args) {
  // Compiled code is kept, for this process and those that it starts: a command is there in half the time.
  const { NODE_COMPILE_CACHE = join(ROOT, "node_modules/.cache/node") } = process.env;
  const child = spawn(NODE, [script, ...args], { stdio: "inherit", env: { ...process.env, NODE_COMPILE_CACHE } });
  const forward = (signal) => child.kill(signal);
  // SIGUSR2 replaces the worker.
  const forwarded = [...SIGNALS, "SIGUSR2"];
  for (const signal of forwarded) process.on(signal, forward);
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    for (const name of forwarded) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}
