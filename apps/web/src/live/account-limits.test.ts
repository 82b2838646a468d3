import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { accountLimit, openResultTurns, pace } from "./account-limits.ts";

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

/** Calls of accounts for large results, of which `begun` has those that may read theirs, in order. */
function openTurns() {
  const turns = openResultTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, accountId: number, client = new AbortController()) => {
    const call = { disconnected: () => client.signal, whenSent: (done: () => void) => void ends.set(name, done) };
    const beforeLarge = turns.beforeLarge(accountId, call);
    const asked = beforeLarge().then(() => void begun.push(name));
    asked.catch(() => {});
    return { asked, client, beforeLarge };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const send = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, ask, send, settled, turns };
}

test("calls of one account read large results one by one, in the order in which they came", async () => {
  const { begun, ask, send, settled } = openTurns();
  for (const name of ["a1", "a2", "a3"]) ask(name, 1);
  ask("b1", 2);
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  await send("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
  await send("b1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
  await send("a2");
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
});

test("four accounts at once read large results; a fifth waits until a response has been sent", async () => {
  const { begun, ask, send, settled } = openTurns();
  for (const accountId of [1, 2, 3, 4, 5]) ask(String(accountId), accountId);
  await settled();
  expect(begun).toEqual(["1", "2", "3", "4"]);
  await send("3");
  expect(begun).toEqual(["1", "2", "3", "4", "5"]);
});

test("a client that disconnects gives up its place, and no other one of its account", async () => {
  const { begun, ask, send, settled } = openTurns();
  for (const accountId of [1, 2, 3, 4]) ask(String(accountId), accountId);
  const { asked, client } = ask("a1", 5);
  ask("a2", 5);
  ask("b1", 6);
  client.abort();
  await expect(asked).rejects.toMatchObject({ code: "ERROR_SERVICE_UNAVAILABLE" });
  await settled();
  await send("1");
  expect(begun).toEqual(["1", "2", "3", "4", "a2"]);
});

test("a call has one turn, however often it reads", async () => {
  const { ask } = openTurns();
  const { asked, beforeLarge } = ask("a1", 1);
  await asked;
  await beforeLarge();
});

test("a verb whose result is small ends its turn itself, also when it fails", async () => {
  const { turns, begun, ask, settled } = openTurns();
  const fail = turns.during(1, async (beforeLarge) => {
    await beforeLarge();
    throw new Error("failed");
  });
  await expect(fail).rejects.toThrow("failed");
  ask("a1", 1);
  await settled();
  expect(begun).toEqual(["a1"]);
});
