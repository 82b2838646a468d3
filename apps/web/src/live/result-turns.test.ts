import { expect, test } from "vitest";
import { openResultTurns } from "./account-limits.ts";

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
