import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of /proc are hundredths of a second on every Linux that we know. */
const tickMs = 10;

/** Milliseconds of CPU that a process has used, all its threads. NaN where there is no /proc. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid);
  return stat ? stat.own * tickMs : Number.NaN;
}

/** Milliseconds of CPU of PostgreSQL: the postmaster, its living children, and those that have ended. */
export function cpuOfPostgres(postmaster: number): number {
  const main = statOf(postmaster);
  if (!main) return Number.NaN;
  let ticks = main.own + main.ended;
  for (const name of readdirSync("/proc")) {
    const child = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (child?.parent === postmaster) ticks += child.own;
  }
  return ticks * tickMs;
}

/** Milliseconds of CPU that the whole machine has spent, and how many it had, since it was started. */
export function cpuOfMachine(): { spent: number; had: number } {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const had = ticks.reduce((sum, one) => sum + one, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { spent: (had - idle - waiting) * tickMs, had: had * tickMs };
}

function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    // The program's name stands in brackets and may itself hold blanks: count the fields after it.
    const fields = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ").map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
