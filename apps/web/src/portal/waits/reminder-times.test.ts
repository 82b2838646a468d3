import { expect, test } from "vitest";
import { reminderTimes } from "./use-waiting.ts";

test.each([
  ["a wait that opens", [], [{ taskId: 1, remindIn: 60 }], [[1, 61_000]]],
  ["a short wait", [], [{ taskId: 1, remindIn: null }], []],
  ["a wait that was extended", [[1, 5_000]], [{ taskId: 1, remindIn: 600 }], [[1, 601_000]]],
  ["a reminder that is due at this moment", [[1, 1_200]], [{ taskId: 1, remindIn: 0 }], [[1, 1_200]]],
  ["a page that is opened after the reminder", [], [{ taskId: 1, remindIn: -5 }], []],
  ["a wait that ended, beside another", [[1, 5_000]], [{ taskId: 2, remindIn: 1 }], [[2, 2_000]]],
] as const)("%s", (_, before, waiting, times) => {
  const reminders = { times: new Map<number, number>(before), reminded: new Map<number, number>() };
  expect([...reminderTimes(reminders, waiting, 1_000)]).toEqual(times);
});

test("the same reminder does not come twice, and one of an extended wait does", () => {
  const reminders = { times: new Map<number, number>(), reminded: new Map([[1, 1_000]]) };
  expect([...reminderTimes(reminders, [{ taskId: 1, remindIn: 2 }], 1_500)]).toEqual([]);
  expect([...reminderTimes(reminders, [{ taskId: 1, remindIn: 600 }], 1_500)]).toEqual([[1, 601_500]]);
});
