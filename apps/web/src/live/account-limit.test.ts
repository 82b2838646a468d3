import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { accountLimit, pace } from "./account-limits.ts";

test("each account has its own limit, and closing one frees a place", () => {
  const limit = accountLimit(2, "Close one.");
  const [first] = [limit.open(1), limit.open(1)];
  const refusal = expect.objectContaining({ code: "ERROR_TOO_MANY_REQUESTS", message: "Close one." });
  expect(() => limit.open(1)).toThrow(refusal);
  limit.open(2);
  first?.[Symbol.dispose]();
  limit.open(1);
  expect(() => limit.open(1)).toThrow(refusal);
});

test("no more is read of a browser in a second than a person sends, and nothing while its worker is behind", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isRead = true;
  let isBehind = false;
  const browser = Object.assign(new EventEmitter(), {
    pause() {
      isRead = false;
    },
    resume() {
      isRead = true;
    },
  });
  const count = pace(browser, () => isBehind);
  const afterASecond = () => vi.advanceTimersByTime(1_000) && isRead;
  const send = (messages: number, bytes = 20) => {
    for (let sent = 0; sent < messages; sent++) count(bytes);
    return isRead;
  };
  expect(send(900)).toBe(true);
  expect(send(200)).toBe(false);
  expect(afterASecond()).toBe(true);
  // A file, and then more of them than a second has.
  expect(send(1, 4 * 1024 * 1024)).toBe(true);
  expect(send(7, 4 * 1024 * 1024)).toBe(false);
  expect([afterASecond(), afterASecond()]).toEqual([false, true]);
  isBehind = true;
  expect(send(1)).toBe(false);
  expect(afterASecond()).toBe(false);
  isBehind = false;
  expect(afterASecond()).toBe(true);
  browser.emit("close");
  expect(vi.getTimerCount()).toBe(0);
});
