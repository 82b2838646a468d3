import { readFileSync } from "node:fs";
import { treeOf } from "./cpu.ts";

const megabyte = 1_024;

/** Megabytes of one process: what it has in memory, and its fair share of memory that it shares with others. */
export interface Memory {
  rss: number;
  pss: number;
}

/** Of one process alone, by the kernel's count. NaN where there is no such count. */
export function memoryOf(pid: number): Memory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const of = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(text)?.[1]) / megabyte;
    return { rss: of("Rss"), pss: of("Pss") };
  } catch {
    return { rss: Number.NaN, pss: Number.NaN };
  }
}

/** Of a process and all that it started. */
export function memoryOfTree(pid: number): Memory {
  const all = treeOf(pid)
    .map((one) => memoryOf(one.pid))
    .filter(({ pss }) => !Number.isNaN(pss));
  return all.reduce((a, b) => ({ rss: a.rss + b.rss, pss: a.pss + b.pss }), { rss: 0, pss: 0 });
}

/** How many processes of a browser's kind, such as `renderer`, a process started, and their proportional memory. */
export function memoryOfKind(pid: number, kind: string): { count: number; pss: number } {
  const all = treeOf(pid)
    .filter((one) => commandOf(one.pid).includes(`--type=${kind}`))
    .map((one) => memoryOf(one.pid).pss)
    .filter((pss) => !Number.isNaN(pss));
  return { count: all.length, pss: all.reduce((sum, pss) => sum + pss, 0) };
}

function commandOf(pid: number): string[] {
  try {
    // Chromium overwrites its arguments, and separates them by spaces then.
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split(/[\0 ]/);
  } catch {
    return [];
  }
}
