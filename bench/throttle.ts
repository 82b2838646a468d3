import { treeOf } from "./cpu.ts";
import type { Program } from "./program.ts";

const periodMs = 50;

/**
 * Lets the processes of programs run for a share (0 to 1) of the time each, as if each had a slower machine of its own:
 * stopped and continued twenty times a second. This shows what more processes gain if CPU is not the limit.
 */
export function throttle(programs: readonly Program[], part: number): Disposable {
  const pids = programs.flatMap(({ pid }) => {
    const children = treeOf(pid).filter(({ parent }) => parent === pid);
    return children.length > 0 ? children.map((one) => one.pid) : [pid];
  });
  const timers = pids.flatMap((one, index) => {
    // One after the other, so that they do not need the same core at the same time.
    const offset = (index * periodMs) / pids.length;
    const run = () => {
      signal(one, "SIGCONT");
      setTimeout(() => signal(one, "SIGSTOP"), part * periodMs);
    };
    return [setTimeout(() => timers.push(setInterval(run, periodMs)), offset)];
  });
  return {
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer);
      // After the last stop that may be under way.
      for (const one of pids) setTimeout(() => signal(one, "SIGCONT"), part * periodMs + 1);
      for (const one of pids) signal(one, "SIGCONT");
    },
  };
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
