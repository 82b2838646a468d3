import type { DrainReport } from "@gatepost/domain/worker/drain-report";
import type { RunningTask } from "./run-task.ts";

/** How often it checks whether the tasks have changed. */
const checkMs = 200;

interface DrainOptions {
  /** The tasks that the worker holds right now. */
  tasks(): readonly RunningTask[];
  drainSeconds: number;
  onDrain(report: DrainReport): void;
}

/** Reports the tasks that a stopping worker holds, now and when they change, until the returned function is called. */
export function reportDrain({ tasks, drainSeconds, onDrain }: DrainOptions): () => void {
  const end = performance.now() + drainSeconds * 1_000;
  let last = "";
  const report = () => {
    const held = tasks().filter((task) => !task.interrupted);
    const waiting = held.filter((task) => task.waiting).length;
    const running = held.length - waiting;
    const counted = `${waiting} ${running}`;
    if (counted === last) return;
    last = counted;
    onDrain({ waiting, running, secondsLeft: Math.max(0, Math.round((end - performance.now()) / 1_000)) });
  };
  report();
  const timer = setInterval(report, checkMs);
  return () => clearInterval(timer);
}
