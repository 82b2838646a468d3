import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process with this id exists and is not a zombie. */
export function lives(pid: number): boolean {
  return beginningOf(pid) !== undefined;
}

/**
 * When a process began, which distinguishes it from a later one with the same id (in a container, ids repeat at every
 * start). Undefined if no such process is running.
 */
export function beginningOf(pid: number): string | undefined {
  if (process.platform !== "linux") return ask("lstart=", pid);
  try {
    // The program's name is in brackets and may contain blanks: count the fields after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [state, began] = [fields[0], fields[19]];
    if (state === "Z" || state === "X") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${began}`;
  } catch {
    return undefined;
  }
}

/** The command line of a process; empty if it is unknown. */
export function commandOf(pid: number): string {
  if (process.platform !== "linux") return ask("args=", pid) ?? "";
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function ask(column: string, pid: number): string | undefined {
  return spawnSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || undefined;
}
