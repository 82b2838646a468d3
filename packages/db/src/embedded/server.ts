import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment } from "./cluster.ts";
import { commandOf, lives } from "./process.ts";
import type { User } from "./user.ts";

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
