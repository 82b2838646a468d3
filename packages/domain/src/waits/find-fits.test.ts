import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { findFits, PatternResults } from "./answer-by-message.ts";

const rule = (ruleId: number, pattern: string) => ({
  ruleId,
  name: `rule ${ruleId}`,
  templateName: null,
  taskId: null,
  sender: null,
  pattern,
});
const wait = (taskId: number, form: string | null) => ({
  taskId,
  name: "code",
  template: "sign in",
  form,
  wait: "w",
  maxAge: null,
});
const message = { id: 1, sender: "bank", text: "Your code is 349001", age: 0 };

/** How often other work had its turn while a promise was pending. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let pending = true;
  const done = work.finally(() => {
    pending = false;
  });
  while (pending) {
    await nextTurn();
    turns++;
  }
  await done;
  return turns;
}

test("S16: other work goes on between any two patterns that are run, of rules and of waits", async () => {
  const waits = Array.from({ length: 30 }, (_, n) => wait(n, `\\d{${n}}`));
  const rules = [rule(1, "(\\d+)"), rule(2, "(\\w+)$")];
  const turns = await turnsDuring(findFits(message, rules, waits, new PatternResults()));
  expect(turns).toBeGreaterThan(waits.length);
});

test("S16: a pattern is run once on a message and once on a value, also in later scans", async () => {
  const rules = [rule(1, "(\\d+)")];
  const waits = [wait(1, "\\d{6}"), wait(2, "\\d{6}"), wait(3, "\\d{4}"), wait(4, null)];
  const first = new PatternResults();
  const fits = await findFits(message, rules, waits, first);
  expect(fits.map(({ taskId, value }) => [taskId, value])).toEqual([
    [1, "349001"],
    [2, "349001"],
    [4, "349001"],
  ]);
  // Another text under the same number shows that nothing is run again.
  const again = await findFits({ ...message, text: "nothing" }, rules, waits, new PatternResults(first));
  expect(again).toEqual(fits);
});
