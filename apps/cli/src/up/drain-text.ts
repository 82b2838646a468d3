import type { DrainReport } from "@gatepost/domain/worker/drain-report";

/** What a stop waits for, how long at most, and how to stop without waiting; undefined if it waits for nothing. */
export function drainText({ waiting, running, secondsLeft }: DrainReport): string | undefined {
  if (waiting + running === 0 || secondsLeft === 0) return undefined;
  const parts = [
    ...(waiting > 0 ? [`${tasks(waiting)} ${waiting === 1 ? "waits" : "wait"} for a value`] : []),
    ...(running > 0 ? [`${tasks(running)} ${running === 1 ? "runs" : "run"}`] : []),
  ];
  const they = waiting + running === 1 ? "It has" : "They have";
  return `Stopping: ${parts.join(" and ")}. ${they} ${secondsLeft} s at most, and pushes are accepted meanwhile. Ctrl-C again stops at once.`;
}

/** The same for a line that is overwritten repeatedly. */
export function drainDetail({ waiting, running }: DrainReport): string {
  return waiting + running === 0 ? "" : `${tasks(waiting + running)} left`;
}

function tasks(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
