import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of /proc are hundredths of a second on every Linux that we know of. */
const tickMs = 10;

/**
 * Milliseconds of CPU that a process and its children have used, all threads, ended children too. NaN if there is no
 * /proc.
 */
export function cpuOf(pid: number): number {
  const children = new Map<number, { pid: number; own: number; ended: number }[]>();
  let main: { own: number; ended: number } | undefined;
  for (const one of processes()) {
    const stat = statOf(one);
    if (!stat) continue;
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), { pid: one, ...stat }]);
    if (one === pid) main = stat;
  }
  if (!main) return Number.NaN;
  let ticks = main.own + main.ended;
  for (let some = children.get(pid) ?? []; some.length > 0; some = some.flatMap((one) => children.get(one.pid) ?? []))
    for (const { own, ended } of some) ticks += own + ended;
  return ticks * tickMs;
}

/** The living children of a process. */
export function childrenOf(parent: number): number[] {
  return processes().filter((pid) => statOf(pid)?.parent === parent);
}

function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Milliseconds of CPU that the whole machine has used, and how many were available, since it was started. */
export function cpuOfMachine(): { spent: number; had: number } {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const had = ticks.reduce((sum, one) => sum + one, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { spent: (had - idle - waiting) * tickMs, had: had * tickMs };
}

function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    // The program's name is in brackets and may contain blanks: count the fields after it.
    const fields = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ").map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
