import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. `input` is its standard input. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  { input = "", ...options }: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid"> & { input?: string } = {},
): Promise<Ended & { signal: NodeJS.Signals | null }> {
  const child = spawn(program, args, { ...options, stdio: "pipe" });
  // One that does not read it may end first.
  child.stdin.on("error", () => {}).end(input);
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, signal, stdout, stderr };
}
