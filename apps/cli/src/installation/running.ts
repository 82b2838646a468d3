import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beginningOf } from "@gatepost/db/embedded/process";
import { styled } from "../output/report.ts";
import { ROOT } from "../root.ts";
import { readSettings, type Settings } from "./settings.ts";

/** An installation that `gatepost up` runs, as it says in its data folder, so that commands in other terminals find it. */
export interface RunningInstallation {
  pid: number;
  dataDir: string;
  /** The origin of its web server. */
  url: string;
  /** Whether its database is one of the operator's own, whose address is in its environment alone. */
  ownDatabase: boolean;
  /** The origin of the demo site, and the file that has the key of the demo's account. */
  demo: { site: string; keyFile: string } | undefined;
}

/** A file for each process that runs an installation of this checkout, named by its pid: the data folder. */
const RUNNING = join(ROOT, ".scratch/running");
const statement = (dataDir: string) => join(dataDir, "running.json");

/** Makes an installation known until the result is disposed of. */
export function announce(installation: RunningInstallation): Disposable {
  const { pid, dataDir } = installation;
  writeFileSync(statement(dataDir), `${JSON.stringify({ ...installation, began: beginningOf(pid) })}\n`);
  const pointer = join(RUNNING, String(pid));
  try {
    mkdirSync(RUNNING, { recursive: true });
    writeFileSync(pointer, dataDir);
  } catch {
    // Where the checkout cannot be written, GATEPOST_DATA_DIR has to name the folder.
  }
  return {
    [Symbol.dispose]() {
      for (const file of [statement(dataDir), pointer]) rmSync(file, { force: true });
    },
  };
}

/**
 * The running installation that a command is meant for: that of GATEPOST_DATA_DIR, else the one of this checkout that
 * listens at GATEPOST_URL or PORT, else the only one. Throws if several run and nothing names one.
 */
export function findInstallation(env: NodeJS.ProcessEnv, running = runningInstallations()) {
  if (env.GATEPOST_DATA_DIR) return readStatement(resolve(ROOT, env.GATEPOST_DATA_DIR));
  const { GATEPOST_URL: url, PORT: port } = env;
  const found = running.filter((one) => (url ? isSameServer(one.url, url) : !port || new URL(one.url).port === port));
  if (found.length < 2) return found[0];
  const list = found.map((one) => `${one.url} (data in ${one.dataDir})`).join(", ");
  throw new Error(`Several installations of this checkout are running: ${list}. Set GATEPOST_URL to one of them.`);
}

/** Those that were started from this checkout, the one with the lowest port first. */
export function runningInstallations(): RunningInstallation[] {
  const running = read(() => readdirSync(RUNNING), []).flatMap((pid) => {
    const dataDir = read(() => readFileSync(join(RUNNING, pid), "utf8"), "");
    const found = dataDir ? readStatement(dataDir) : undefined;
    return found && String(found.pid) === pid ? found : [];
  });
  return running.sort((a, b) => a.url.localeCompare(b.url, "en", { numeric: true }));
}

function readStatement(dataDir: string): RunningInstallation | undefined {
  const said = read(() => JSON.parse(readFileSync(statement(dataDir), "utf8")), undefined);
  if (!said) return undefined;
  const { began, ...found } = said as RunningInstallation & { began?: string };
  // A process that was killed leaves its files, and another one may have its id since. An older version wrote only the id.
  const now = beginningOf(found.pid);
  return now !== undefined && (began ?? now) === now ? found : undefined;
}

function read<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Whether two addresses lead to the same server; `localhost` is the loopback. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => URL.parse(address)?.origin.replace("//localhost", "//127.0.0.1"));
  return a !== undefined && a === b;
}

/** The key of the demo's account; undefined without a demo, or where this user may not read it. */
export const readDemoKey = ({ demo }: RunningInstallation): string | undefined =>
  demo && (read(() => readFileSync(demo.keyFile, "utf8").trim(), "") || undefined);

/** The settings of the operator's commands: those of the environment, and the data folder of what runs. */
export function readOperatorSettings(env: NodeJS.ProcessEnv, found = runningInstallations()): Settings {
  const settings = readSettings(env);
  if (settings.database && settings.secret) return settings;
  const running = findInstallation(env, found);
  if (!running) return settings;
  if (running.ownDatabase && !settings.database)
    throw new Error(`The installation at ${running.url} has a PostgreSQL of its own: set DATABASE_URL as it does.`);
  return running.ownDatabase === Boolean(settings.database) ? { ...settings, dataDir: running.dataDir } : settings;
}

/** Says at a terminal which installation a command is for. In a script, stderr is for errors only. */
export function sayTarget(target: string): void {
  if (process.stderr.isTTY) console.error(styled("dim", target, process.stderr));
}
