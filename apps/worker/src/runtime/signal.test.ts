import { Signal } from "@gatepost/domain/platform/signal";
import { expect, test } from "vitest";
import { NotificationHub } from "./notification-hub.ts";

const never = new AbortController().signal;

test("a notification that arrives between a poll and a wait is not lost, and ends one wait only", async () => {
  const valueSignal = new Signal();
  valueSignal.notify();
  await valueSignal.wait(never);
  let ended = false;
  const waiting = valueSignal.wait(never).then(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  valueSignal.notify();
  await waiting;
});

test("an aborted signal, or the time, ends a wait", async () => {
  const stop = new AbortController();
  const waiting = new Signal().wait(stop.signal);
  stop.abort();
  await waiting;
  await new Signal().wait(stop.signal);
  await new Signal().wait(never, 1);
});

test("a notification wakes exactly the tasks that it names", async () => {
  const notifications = new NotificationHub();
  const signals = [1, 2, 3].map((id) => notifications.value(id));
  const woken: number[] = [];
  signals.forEach((valueSignal, index) => {
    valueSignal.wait(never).then(() => woken.push(index + 1));
  });
  notifications.receive("gatepost_value", "1,3,99");
  await new Promise(setImmediate);
  expect(woken).toEqual([1, 3]);
  notifications.notifyAll();
  await new Promise(setImmediate);
  expect(woken).toEqual([1, 3, 2]);
});

test("a value in a notification is delivered once, even if the notification arrives before the wait", async () => {
  const notifications = new NotificationHub();
  const valueSignal = notifications.value(1);
  notifications.receive("gatepost_value", "2,1:3:1763731883.123456:c2VhbGVk");
  notifications.notifyAll();
  expect(await valueSignal.wait(never)).toEqual({ wait: "3:1763731883.123456", sealed: "c2VhbGVk" });
  notifications.notifyAll();
  expect(await valueSignal.wait(never)).toBeUndefined();
});
