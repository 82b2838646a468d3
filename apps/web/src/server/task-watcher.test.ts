import { limits } from "@gatepost/contract/limits";
import type { TaskLook, WatchedTask } from "@gatepost/domain/task/look-at-tasks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TaskWatcher } from "./task-watcher.ts";

const connected = new AbortController().signal;
const minute = 60_000;

let looks: (readonly WatchedTask[])[];
let next: TaskLook;
let watcher: TaskWatcher;

beforeEach(() => {
  looks = [];
  next = { verified: true, ended: false, version: "1" };
  watcher = new TaskWatcher({
    async look(watched) {
      looks.push(watched);
      return watched.map(() => next);
    },
  });
});
afterEach(() => watcher.close());

const watch = (taskId = 1, accountId = 1, signal = connected) => watcher.open({ taskId, accountId, keyId: 1, signal });

test("200 held calls of ten accounts are one query a second", async () => {
  const calls = Array.from({ length: 200 }, (_, n) => watch(n, n % 10).changed("1", minute));
  await expect.poll(() => looks.length, { timeout: 60_000 }).toBe(2);
  expect(looks.map((look) => look.length)).toEqual([200, 200]);
  watcher.close();
  await Promise.all(calls);
});

test("a notification that comes between opening a watch and holding the call is not lost", async () => {
  const one = watch();
  next = { verified: true, ended: false, version: "2" };
  watcher.receive([{ taskId: 1 }]);
  await one.changed("1", minute);
  expect(looks.length).toBe(1);
});

test("a notification of another task asks nothing", async () => {
  const held = watch().changed("1", minute);
  watcher.receive([{ taskId: 2 }]);
  expect(looks).toEqual([]);
  watcher.close();
  await held;
});

test("an account has so many held calls at most, and a closed one makes room", () => {
  const open = Array.from({ length: limits.heldCalls }, () => watch());
  expect(() => watch()).toThrow(expect.objectContaining({ code: "ERROR_TOO_MANY_REQUESTS" }));
  watch(1, 2);
  open[0]?.close();
  watch();
});

test("a revoked key ends the call with the error of such a key", async () => {
  next = { verified: false, ended: false, version: "1" };
  await expect(watch().changed("1", minute)).rejects.toMatchObject({ code: "ERROR_KEY_DOES_NOT_EXIST" });
});

test("after shutdown has begun no call is held", async () => {
  watcher.close();
  await watch().changed("1", minute);
  expect(looks).toEqual([]);
});

test("a client that disconnects ends its call", async () => {
  const client = new AbortController();
  const held = watch(1, 1, client.signal).changed("1", minute);
  client.abort();
  await held;
});
