import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import type { Program } from "../apps/cli/src/up/supervise.ts";
import { shortLived } from "./short-lived.ts";

/** A process of an installation. */
export type Running = ReturnType<typeof run>;

/**
 * Runs a program as the launcher does, but with its output captured, on request in a file too, and not restarted when it dies. It
 * ends with this process.
 */
export function run({ name, script, cwd, env, user }: Program, more: Record<string, string>, logFile?: string) {
  const follow = new URL("../apps/cli/src/up/follow-parent.ts", import.meta.url).href;
  const child: ChildProcess = spawn(process.execPath, [...shortLived, "--import", follow, script], {
    ...user,
    cwd,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const ended = new AbortController();
  const closed = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve();
    });
    child.once("close", () => resolve());
  });
  void closed.then(() => ended.abort(new Error(`The ${name} has ended.`)));
  const printed = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (logFile) appendFileSync(logFile, text);
      printed.dispatchEvent(new Event("text"));
    });
  }

  return {
    output: () => output,
    /** Aborted when the process has ended. */
    ended: ended.signal,
    /** The match of the pattern's group, once the process has written it. */
    said: (pattern: RegExp): Promise<string> =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)?.[1];
          if (match !== undefined) resolve(match);
        };
        printed.addEventListener("text", look, { signal: ended.signal });
        ended.signal.addEventListener("abort", () => reject(ended.signal.reason));
        look();
      }),
    /** Sends SIGTERM, or another signal, and resolves when the process has ended. */
    async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
      child.kill(signal);
      await closed;
    },
  };
}
