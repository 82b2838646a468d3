import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of /proc are hundredths of a second on every Linux that we know of. */
const tickMs = 10;

/**
 * Milliseconds of CPU that a process and its children have used, all threads, ended children too. NaN if there is no
 * /proc.
 */
export function cpuOf(pid: number): number {
  const tree = treeOf(pid);
  return tree.length > 0 ? tree.reduce((sum, { ticks }) => sum + ticks, 0) * tickMs : Number.NaN;
}

interface Process {
  pid: number;
  parent: number;
  /** Of itself and of its children that ended. */
  ticks: number;
}

/** A process and all that it started, as far as they live, parents first. */
export function treeOf(pid: number): Process[] {
  const living = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const children = Map.groupBy(living, ({ parent }) => parent);
  const tree = living.filter((one) => one.pid === pid);
  // It grows during the loop, until no process has children.
  for (const one of tree) tree.push(...(children.get(one.pid) ?? []));
  return tree;
}

/** Milliseconds of CPU that the whole machine has used, and how many were available, since it was started. */
export function cpuOfMachine(): { spent: number; had: number } {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const had = ticks.reduce((sum, one) => sum + one, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { spent: (had - idle - waiting) * tickMs, had: had * tickMs };
}

function statOf(pid: number): Process | undefined {
  try {
    // The program's name is in brackets and may contain blanks: count the fields after it.
    const fields = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ").map(Number);
    const [, parent = 0] = fields;
    return { pid, parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    return undefined;
  }
}
