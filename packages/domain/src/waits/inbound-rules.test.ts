import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { groupPatternProblem } from "../templates/pattern.ts";
import { chooseWaits, type Fit, findFits, PatternResults } from "./answer-by-message.ts";
import { findValue, isFrom } from "./inbound-rules.ts";

const fit = (taskId: number, value = "1", ruleName = "bank"): Fit => ({ taskId, name: "code", value, ruleName });

test("a message that fits one wait answers it, by two rules too; one that fits none is not decided", () => {
  expect(
    chooseWaits([
      { messageId: 1, fits: [fit(7), fit(7, "1", "any")] },
      { messageId: 2, fits: [] },
    ]),
  ).toEqual([{ messageId: 1, kind: "answer", fit: fit(7) }]);
});

test("a message that fits several waits, or one with several values, answers none", () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((taskId) => fit(taskId));
  expect(
    chooseWaits([
      { messageId: 1, fits: [fit(7), fit(8)] },
      { messageId: 2, fits: [fit(7, "1"), fit(7, "2", "any")] },
      { messageId: 3, fits: many },
    ]),
  ).toEqual([
    { messageId: 1, kind: "ambiguous", detail: "It fits the waits of tasks 7, 8." },
    { messageId: 2, kind: "ambiguous", detail: "The rules bank, any find different values for task 7." },
    { messageId: 3, kind: "ambiguous", detail: "It fits the waits of tasks 1, 2, 3, 4, 5 and 2 more." },
  ]);
});

test("of several messages for one wait, the latest answers it, and the others answer no later wait", () => {
  expect(
    chooseWaits([
      { messageId: 3, fits: [fit(7, "3")] },
      { messageId: 2, fits: [fit(8, "2")] },
      { messageId: 1, fits: [fit(7, "1")] },
    ]),
  ).toEqual([
    { messageId: 3, kind: "answer", fit: fit(7, "3") },
    { messageId: 2, kind: "answer", fit: fit(8, "2") },
    { messageId: 1, kind: "replaced", fit: fit(7, "1") },
  ]);
});

const unlimited = { templateName: null, taskId: null, sender: null };
const rule = (ruleId: number, pattern: string) => ({ ...unlimited, ruleId, name: `rule ${ruleId}`, pattern });
const open = { name: "code", template: "sign in", maxAge: null };
const wait = (taskId: number, form: string | null) => ({ ...open, taskId, form });
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

test("a wait that takes no old messages is fitted by younger ones alone", async () => {
  const fits = (age: number) =>
    findFits({ ...message, age }, [rule(1, "(\\d+)")], [{ ...wait(1, null), maxAge: 60 }], new PatternResults());
  expect([(await fits(60)).length, (await fits(61)).length]).toEqual([1, 0]);
});

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

test.for([
  ["+49151234567", "0049 151 / 234567", true],
  ["+49151234567", "+49 151 234568", false],
  ["MyBank", "mybank", true],
  ["My Bank <codes@Bank.example>", "codes@bank.example", true],
  ["codes@bank.example", "@bank.example", true],
  ["codes@otherbank.example", "@bank.example", false],
  ["codes@bank.example.evil.example", "@bank.example", false],
  ["", "@bank.example", false],
] as const)("a message from %j is from %j: %j", ([sender, wanted, expected]) => {
  expect(isFrom(sender, wanted)).toBe(expected);
});

test.for([
  ["code is (\\d{6})", "Bank", "349001"],
  ["code is (\\d{6})", "another bank", undefined],
  ["PIN (\\d+)", null, undefined],
  ["code is(x?)", null, undefined],
] as const)("the pattern %j from %j finds %j", ([pattern, sender, expected]) => {
  expect(findValue({ pattern, sender }, message)).toBe(expected);
});

test("a pattern must have one group, and matching it takes limited time", () => {
  expect(groupPatternProblem("(\\d{6})")).toBeUndefined();
  expect(groupPatternProblem("\\d{6}")).toContain("one group");
  expect(groupPatternProblem("(\\d)(\\d)")).toContain("one group");
  expect(groupPatternProblem("(")).toContain("cannot be read");
  expect(groupPatternProblem("((?:a{500}){500})")).toContain("too large");
  // What a backtracking engine would not finish.
  expect(findValue({ pattern: "((?:a+)+)b", sender: null }, { sender: "", text: "a".repeat(16_000) })).toBeUndefined();
});
