"use client";

import { useEffect, useRef } from "react";

/** Reminds by the browser of waits before they end. Returns a function that is called with the waits whenever they change. */
export function useReminders(): (waiting: readonly Waiting[]) => void {
  const reminders = useRef({ times: new Map<number, number>(), reminded: new Map<number, number>() });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const wait = () => {
    clearTimeout(timer.current);
    const next = Math.min(...reminders.current.times.values());
    if (Number.isFinite(next)) timer.current = setTimeout(remind, Math.max(0, next - performance.now()));
  };
  const remind = () => {
    const { times, reminded } = reminders.current;
    for (const [taskId, due] of times) {
      if (due > performance.now()) continue;
      times.delete(taskId);
      reminded.set(taskId, performance.now());
      remindOfWait(taskId);
    }
    wait();
  };
  return useRef((waiting: readonly Waiting[]) => {
    reminders.current.times = reminderTimes(reminders.current, waiting, performance.now());
    wait();
  }).current;
}

/** A task that waits. `remindIn`: seconds until its reminder, negative afterwards; null: it has none. */
interface Waiting {
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

/** Shows a browser notification that a task waits, if the person allowed it and the page is not visible. */
export function notifyOfWait(taskId: number): void {
  notify("A task waits for an answer", taskId);
}

/** Reminds the person of a wait that ends soon, in the same place. */
function remindOfWait(taskId: number): void {
  notify("A task will stop waiting soon", taskId);
}

function notify(title: string, taskId: number): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus()) return;
  // Browsers show one that replaces another silently, unless it asks for attention again.
  const options: NotificationOptions & { renotify: boolean } = {
    body: `Task ${taskId}`,
    tag: `${taskId}`,
    renotify: true,
  };
  const notification = new Notification(title, options);
  notification.onclick = () => {
    focus();
    location.assign(`/dashboard/tasks/${taskId}`);
  };
}
