/** A task that waits. `remindIn`: seconds until its reminder, negative afterwards; null: it has none. */
export interface Waiting {
  taskId: number;
  remindIn: number | null;
}

/** Milliseconds by which the service's clock may run behind: it counts seconds, each of which takes a second at least. */
const drift = 30_000;

interface Reminders {
  /** When to remind of each task. */
  times: ReadonlyMap<number, number>;
  /** When each task's last reminder came. */
  reminded: ReadonlyMap<number, number>;
}

/**
 * When to remind of each task, in the milliseconds of `now`: of those that still wait, by what the service says now. A reminder
 * that has just become due stays due; one that was due before the page was opened does not come, nor the same one twice.
 */
export function reminderTimes(before: Reminders, waiting: readonly Waiting[], now: number): Map<number, number> {
  const times = new Map<number, number>();
  for (const { taskId, remindIn } of waiting) {
    const due = remindIn !== null && remindIn > 0 ? now + remindIn * 1_000 : before.times.get(taskId);
    const last = before.reminded.get(taskId);
    if (due !== undefined && (last === undefined || due > last + drift)) times.set(taskId, due);
  }
  return times;
}
