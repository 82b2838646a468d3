import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, lchownSync, openSync, readFileSync, statSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { commandOf, lives } from "./process.ts";
import type { User } from "./user.ts";

/** The name of the server's superuser, which no running program uses, and of our database. */
export const NAME = "gatepost";

/** The major version of the programs; the first line of a cluster's PG_VERSION. */
const VERSION = "18";

/** Whether `cluster` is a complete cluster of our version; throws if it is of another version. */
export async function clusterExists(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`${cluster} cannot be read by this user: start Gatepost as the one that made it.`);
  });
  if (version === undefined) return false;
  if (version.trim() === VERSION) return true;
  throw new Error(
    `${cluster} was made by PostgreSQL ${version.trim()}, and Gatepost brings ${VERSION}: dump it with the old version, or set GATEPOST_DATA_DIR to another folder.`,
  );
}

/** Runs initdb. The cluster gets its name when it is complete, so an interrupted run starts over. */
export async function createCluster(
  cluster: string,
  { initdb, user, password, durable }: { initdb: string; user: User | undefined; password: string; durable: boolean },
): Promise<void> {
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [unfinished, passwordFile]) await chown(path, user.uid, user.gid);
  try {
    await promisify(execFile)(
      initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${NAME}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Built in: sorts the same on every system, whatever locales it has.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        ...(durable ? [] : ["--no-sync"]),
      ],
      { ...user, env: environment(), cwd: "/" },
    );
    await rename(unfinished, cluster);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw explain(stderr || message, cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The superuser's password: read from `file`, or generated and written there, readable by its owner only. */
export async function keepPassword(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept) return kept;
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** The environment of PostgreSQL's programs: none of our secrets, and English messages. */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env;
  return { PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: "C" };
}

/** Turns the last output of PostgreSQL's programs into one sentence that says what to do. */
export function explain(complaint: string, folder: string): Error {
  if (/No space left on device|Check free disk space/.test(complaint)) {
    return new Error(
      `The disk that holds ${folder} is full: make room there, or set GATEPOST_DATA_DIR to another disk.`,
    );
  }
  if (/Read-only file system/.test(complaint)) {
    return new Error(`${folder} cannot be written (read-only): set GATEPOST_DATA_DIR to a folder that can.`);
  }
  if (/Permission denied/.test(complaint)) {
    return new Error(
      `${folder} cannot be used by this user: start Gatepost as the one that owns it, or set GATEPOST_DATA_DIR to another folder.`,
    );
  }
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "it said nothing";
  return new Error(
    `The embedded PostgreSQL did not start: ${reason.replace(/^.*?(FATAL|PANIC|error):\s*/i, "").trim()}.`,
  );
}

/** Says what to do about an error of the file system, or of a PostgreSQL that already runs; other errors are unchanged. */
export function explainCode(error: unknown, folder: string): unknown {
  const complaint = COMPLAINTS[(error as NodeJS.ErrnoException).code ?? ""];
  return complaint ? explain(complaint, folder) : error;
}

const COMPLAINTS: Record<string, string> = {
  ENOSPC: "No space left on device",
  "53100": "No space left on device",
  EROFS: "Read-only file system",
  EACCES: "Permission denied",
  EPERM: "Permission denied",
};

/** A log larger than this is moved aside at the next start. */
const LONGEST_LOG = 10_000_000;
const timeoutMs = 30_000;

/** Starts a postmaster and waits until it accepts connections. If it fails, rejects with what it wrote to its log. */
export async function startServer(
  postgres: string,
  cluster: string,
  { user, logFile, flags }: { user: User | undefined; logFile: string; flags: string[] },
) {
  if (sizeOf(logFile) > LONGEST_LOG) await rename(logFile, `${logFile}.1`);
  const logged = sizeOf(logFile);
  const log = openSync(logFile, "a", 0o600);
  // Its owner may start the same cluster. lchown does not follow a link.
  if (user) lchownSync(logFile, user.uid, user.gid);
  // A session of its own: Ctrl-C reaches us only, and we decide when the database stops.
  const child = spawn(postgres, ["-D", cluster, ...flags], {
    ...user,
    env: environment(),
    cwd: cluster,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);

  const exited = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => resolve());
  });
  let over = false;
  void exited.then(() => {
    over = true;
  });

  while (!over && !isReady(cluster, child.pid)) await Promise.race([exited, sleep(20)]);
  if (over) throw new Error(readFileSync(logFile, "utf8").slice(logged));
  const release = guard(child, user);
  void exited.then(release);

  return {
    /** Resolves when the server has ended, on request or not. */
    exited,
    /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
    async stop() {
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGQUIT"), timeoutMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Shuts down a postmaster that outlived its launcher, so that a new one can start. */
export async function stopLeftover(cluster: string): Promise<void> {
  const [pid] = readPostmaster(cluster);
  if (pid === undefined || !lives(pid)) return;
  if (!commandOf(pid).includes(cluster)) {
    // The id belongs to another program by now; PostgreSQL would take it for a running server.
    await rm(join(cluster, "postmaster.pid"), { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + timeoutMs;
  while (lives(pid)) {
    if (Date.now() > deadline) process.kill(pid, "SIGQUIT");
    await sleep(50);
  }
}

/** postmaster.pid has the process id in its first line and "ready" in its eighth; an old file has another process id. */
function isReady(cluster: string, child: number | undefined): boolean {
  const [pid, status] = readPostmaster(cluster);
  return pid === child && status === "ready";
}

function readPostmaster(cluster: string): [pid?: number, status?: string] {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return [Number(lines[0]), lines[7]?.trim() ?? ""];
  } catch {
    return [];
  }
}

/**
 * Stops the server if this process is killed: the guard's pipe then closes. Returns a function that dismisses the
 * guard.
 */
function guard(server: ChildProcess, user: User | undefined): () => void {
  if (process.platform === "win32") return () => {};
  const watcher = spawn("/bin/sh", ["-c", `read _; kill -INT ${server.pid}`], {
    ...user,
    env: environment(),
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return () => watcher.kill("SIGKILL");
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
