"use client";

import { useEffect, useRef } from "react";
import { remindOfWait } from "./notify.ts";
import { reminderTimes, type Waiting } from "./reminder-times.ts";

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
