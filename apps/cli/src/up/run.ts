import { spawn } from "node:child_process";

/**
 * Runs a program to its end without showing its output. Rejects with that output if it fails, and with the signal's
 * reason if that stops it. A program of Node.js also ends if this process is killed: a build would keep the next one from starting.
 */
export function run(
  program: string,
  args: string[],
  { signal, ...options }: { cwd?: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // In a session of its own, so that we pass on Ctrl-C ourselves: as SIGTERM, to it and all that it started.
    const follows = program === process.execPath;
    const follow = follows ? ["--import", new URL("./follow-parent.ts", import.meta.url).href] : [];
    const child = spawn(program, [...follow, ...args], {
      ...options,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", follows ? "ipc" : "ignore"],
    });
    const stop = () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    };
    signal?.addEventListener("abort", stop);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text) => {
        said += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(new Error(said));
    });
  });
}
