import { expect, test } from "vitest";
import { Handover, type Person } from "./handover.ts";

const ada: Person = { holder: "user 1", name: "Ada", client: "tab" };
const ben: Person = { holder: "link 2", name: "Ben", client: "phone" };
const never = new AbortController().signal;

function handover(taken: (person: Person) => Promise<void> = async () => {}) {
  const written: string[] = [];
  const one = new Handover({
    taskId: 1,
    taken: async (person) => {
      await taken(person);
      written.push(`${person.name} takes over`);
    },
    back: async ({ name }) => void written.push(`${name} hands back`),
  });
  const changed: (() => void)[] = [];
  one.onChange = () => {
    for (const resolve of changed.splice(0)) resolve();
  };
  /** Resolves when they have the page. */
  const untilHas = async (person: Person) => {
    while (!one.has(person)) await new Promise<void>((resolve) => changed.push(resolve));
  };
  return { one, written, untilHas };
}

const lettingGo = async () => async () => {};

test("a step begins at once while nobody wants the page", async () => {
  const { one, written } = handover();
  expect(await one.beforeStep(never, lettingGo)).toBeUndefined();
  expect(written).toEqual([]);
});

test.for(["again", "next"] as const)(
  "who asks during a step has the page before the next one, which waits: %s",
  async (at) => {
    const { one, written, untilHas } = handover();
    one.ask(ada);
    expect(one.person).toBeUndefined();
    const begins = one.beforeStep(never, lettingGo);
    await untilHas(ada);
    one.ask(ben);
    one.giveBack(ben, "next");
    expect(one.has(ada)).toBe(true);
    one.giveBack(ada, at);
    expect(await begins).toBe(at);
    expect(written).toEqual(["Ada takes over", "Ada hands back"]);
  },
);

test("a value that comes during a take-over is used once the page is handed back", async () => {
  const { one, untilHas } = handover();
  const value = Promise.withResolvers<string>();
  const waiting = one.whileFree(never, () => value.promise);
  one.ask(ada);
  await untilHas(ada);
  value.resolve("349001");
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  one.giveBack(ada, "again");
  expect(await waiting).toEqual({ result: "349001", returned: "again" });
});

test("nobody has the page where the worker has lost the task", async () => {
  const { one } = handover(() => Promise.reject(new Error("The task was lost.")));
  one.ask(ada);
  expect(await one.beforeStep(never, lettingGo)).toBeUndefined();
  expect([one.person, one.asking]).toEqual([undefined, undefined]);
});

test("who leaves before the page is theirs does not get it", async () => {
  const { one, written } = handover();
  one.ask(ada);
  one.present(ada, false);
  expect(await one.beforeStep(never, lettingGo)).toBeUndefined();
  expect(written).toEqual([]);
});

test("a task that must stop does not wait for the page", async () => {
  const { one, untilHas } = handover();
  const stop = new AbortController();
  one.ask(ada);
  const begins = one.beforeStep(stop.signal, lettingGo);
  await untilHas(ada);
  stop.abort(new Error("stopped"));
  await expect(begins).rejects.toThrow("stopped");
});

test.concurrent("a wait ends without its value where the page is handed back at the next step, and goes on otherwise", async () => {
  const { one, written, untilHas } = handover();
  const waiting = one.whileFree(
    never,
    (skipped) => new Promise<string>((resolve) => skipped.addEventListener("abort", () => resolve("left"))),
  );
  for (const [person, at] of [
    [ada, "again"],
    [ben, "next"],
  ] as const) {
    one.ask(person);
    await untilHas(person);
    one.giveBack(person, at);
  }
  expect(await waiting).toEqual({ result: "left", returned: "next" });
  expect(written).toEqual(["Ada takes over", "Ada hands back", "Ben takes over", "Ben hands back"]);
});

test.concurrent("who stops asking and asks again has the page, as it is written, until they hand it back", async () => {
  const { one, written, untilHas } = handover();
  const waiting = one.whileFree(
    never,
    (skipped) => new Promise((resolve) => skipped.addEventListener("abort", resolve)),
  );
  one.ask(ada);
  one.giveBack(ada, "again");
  one.ask(ada);
  await untilHas(ada);
  one.giveBack(ada, "next");
  await waiting;
  expect(written).toEqual(["Ada takes over", "Ada hands back", "Ada takes over", "Ada hands back"]);
});

test.concurrent("who takes the page over again and again has it once a second", async () => {
  const { one, untilHas } = handover();
  const value = Promise.withResolvers<string>();
  const waiting = one.whileFree(never, () => value.promise);
  const began = performance.now();
  for (let times = 0; times < 2; times++) {
    one.ask(ada);
    await untilHas(ada);
    one.giveBack(ada, "again");
  }
  expect(performance.now() - began).toBeGreaterThan(990);
  value.resolve("349001");
  await waiting;
});
