import { DomainError } from "@gatepost/domain/platform/errors";
import { expect, test, vi } from "vitest";
import { keepTrying } from "./keep-trying.ts";

const never = new AbortController().signal;
const unavailable = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
/** A clock whose heartbeats are answered at once, and one whose are not. */
const running = {
  next: vi.fn(async () => ({ tick: 1, advanced: false, workers: true, recoverable: false })),
};
const stopped = { next: (signal: AbortSignal) => new Promise<never>((_, reject) => onAbort(signal, reject)) };

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  signal.addEventListener("abort", () => reject(signal.reason));
}

test("an action is retried at each heartbeat until the database is available", async () => {
  const action = vi
    .fn()
    .mockRejectedValueOnce(unavailable)
    .mockRejectedValueOnce(new DomainError("ERROR_SERVICE_UNAVAILABLE"))
    .mockResolvedValue("done");
  await expect(keepTrying(action, { signal: never, clock: running })).resolves.toBe("done");
  expect(action).toHaveBeenCalledTimes(3);
  expect(running.next).toHaveBeenCalledTimes(2);
});

test("while heartbeats get no response, no statement is tried, and an abort ends it, also while it waits for an answer", async () => {
  for (const answer of [() => Promise.reject(unavailable), () => new Promise(() => {})]) {
    const action = vi.fn(answer);
    const stop = new AbortController();
    const trying = keepTrying(action, { signal: stop.signal, clock: stopped });
    setTimeout(() => stop.abort(new Error("lease lost")), 20);
    await expect(trying).rejects.toThrow("lease lost");
    expect(action).toHaveBeenCalledTimes(1);
  }
});

test("an unexpected error is not retried for ever", async () => {
  const action = vi.fn().mockRejectedValue(new TypeError("wrong"));
  await expect(keepTrying(action, { signal: never, clock: running, pause: () => 0 })).rejects.toThrow("wrong");
  expect(action).toHaveBeenCalledTimes(3);
});
