import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

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
  // A time is compared with what another process was told, which may have another zone and language.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return spawnSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8", env }).stdout?.trim() || undefined;
}

/**
 * Claims something for this process by a file with its id, and returns a function that releases it. Throws the error of
 * `busy` if a running process holds the claim already; the claim of a dead one is taken over.
 */
export function claim(file: string, busy: (pid: number) => Error): () => void {
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${beginningOf(process.pid)}`, { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const pid = holder(file);
    if (pid !== undefined) throw busy(pid);
    rmSync(file, { force: true });
  }
}

/** The running process that holds the claim, if there is one. */
export function holder(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(text, 10);
  return text === `${pid} ${beginningOf(pid)}` ? pid : undefined;
}
