import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { cpuOf, treeOf } from "./cpu.ts";

/** The CPU of a program with all processes that it starts, those included that end between two readings. */
export interface ProgramCpu extends Disposable {
  /** Milliseconds since it was started or, by control group, since it joined one. */
  read(): number;
  /** How it is counted. Without a control group, processes whose parent does not wait for them are missing. */
  by: "control group" | "processes";
}

const root = "/sys/fs/cgroup";

/** Moves a running program into a control group of its own if this machine allows it, and reads its CPU there. */
export function programCpu(pid: number): ProgramCpu {
  const group = createGroup(pid);
  if (!group) return { read: () => cpuOf(pid), by: "processes", [Symbol.dispose]() {} };
  const { folder, readMs } = group;
  return {
    read: readMs,
    by: "control group",
    [Symbol.dispose]() {
      // Its processes move back, because a group with processes cannot be removed. A browser may start others meanwhile.
      for (let tries = 0; tries < 100; tries++) {
        for (const member of membersOf(folder)) move(member, join(folder, ".."));
        try {
          return rmdirSync(folder);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
        }
      }
    },
  };
}

function createGroup(pid: number): { folder: string; readMs: () => number } | undefined {
  const name = `gatepost-bench-${process.pid}-${pid}`;
  const [first, second] = [join(root, "cpuacct", name), join(root, name)];
  try {
    // Version 1 has a folder for each controller; version 2 has one for all.
    const folder = existsSync(join(root, "cpuacct")) ? first : second;
    mkdirSync(folder);
    // A process that has moved starts others in its group. Twice, because some may be started meanwhile.
    for (const _ of [1, 2]) for (const one of treeOf(pid)) move(one.pid, folder);
    return { folder, readMs: folder === first ? () => nanoseconds(folder) / 1e6 : () => microseconds(folder) / 1e3 };
  } catch {
    return undefined;
  }
}

function move(pid: number, folder: string): void {
  try {
    appendFileSync(join(folder, "cgroup.procs"), String(pid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function membersOf(folder: string): number[] {
  return readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number);
}

function nanoseconds(folder: string): number {
  return Number(readFileSync(join(folder, "cpuacct.usage"), "utf8"));
}

function microseconds(folder: string): number {
  return Number(/usage_usec (\d+)/.exec(readFileSync(join(folder, "cpu.stat"), "utf8"))?.[1]);
}
