import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { shortLived } from "../../../../tests/short-lived.ts";
import { testEngine, testProgram } from "./test-browser.ts";
import { testSecret } from "./test-worker.ts";

interface ProcessOptions {
  databaseUrl: string;
  /** Where it leaves its files. */
  folder: string;
  /** What its tasks may reach. */
  allow: string;
  env?: Record<string, string>;
  /** Whom it runs as; left out: as ourselves. */
  user?: { uid: number; gid: number } | undefined;
  /** Whether it follows us as it follows its launcher: it stops when `disconnect` is called on its process. */
  follows?: boolean;
}

/** The environment of a worker. */
export function workerEnv({ databaseUrl, folder, allow }: Pick<ProcessOptions, "databaseUrl" | "folder" | "allow">) {
  return {
    PATH: process.env.PATH ?? "",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    TMPDIR: folder,
    DATABASE_URL: databaseUrl,
    GATEPOST_SECRET: testSecret,
    GATEPOST_HEADLESS_SHELL: testEngine === "shell" ? testProgram("shell") : "none",
    GATEPOST_CHROMIUM: testProgram("full"),
    GATEPOST_EGRESS_ALLOW: allow,
  };
}

/** The worker as a process of its own, as it is started in production. */
export function startWorkerProcess({ env = {}, user, follows, ...options }: ProcessOptions) {
  const follow = follows ? ["--import", new URL("../../../cli/src/up/follow-parent.ts", import.meta.url).href] : [];
  const child = spawn(process.execPath, [...shortLived, ...follow, join(import.meta.dirname, "../main.ts")], {
    env: { ...workerEnv(options), GATEPOST_DRAIN_SECONDS: "5", ...env },
    ...user,
    stdio: ["ignore", "pipe", "pipe", ...(follows ? ["ipc" as const] : [])],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let said = "";
  const registered = Promise.withResolvers<number>();
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
    const id = /"event":"registered","workerId":(\d+)/.exec(said)?.[1];
    if (id) registered.resolve(Number(id));
  });
  const output = once(child.stdout, "close").then(() => said);
  return {
    child,
    /** What it has logged so far. */
    said: () => said,
    output,
    complaint: text(child.stderr),
    /** The id under which it claims tasks, once it does. */
    workerId: registered.promise,
  };
}

export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** A file of /proc, which is empty where its process has ended. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The processes that run, with those that have started them. */
export function processes(): { pid: number; parent: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    const [, state, parent] = /\) (\S) (\d+)/.exec(readIfThere(`/proc/${name}/stat`)) ?? [];
    if (!parent || state === "Z") return [];
    const command = readIfThere(`/proc/${name}/cmdline`).replaceAll("\0", " ");
    return { pid: Number(name), parent: Number(parent), command };
  });
}

/** Those that a process has started, directly or not. */
export function descendantsOf(pid: number | undefined, of = processes()): ReturnType<typeof processes> {
  return of.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descendantsOf(child.pid, of)]);
}
