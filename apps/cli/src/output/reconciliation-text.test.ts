import { expect, test } from "vitest";
import { reconciliationText, subjectText } from "./reconciliation-text.ts";

test("a difference is printed with its account or task, or with its application and quarter of an hour", () => {
  const moment = Date.UTC(2026, 10, 22, 18, 45) / 1_000;
  expect([{ accountId: 7 }, { taskId: 12 }, { applicationId: 1007, moment }].map(subjectText)).toEqual([
    "account 7",
    "task 12",
    "application 1007 at 2026-11-22 18:45",
  ]);
});

test("the result of the last scan has a line for each difference", () => {
  const endedAt = new Date("2026-11-22T18:45:00Z");
  const difference = { what: "price held for open tasks", where: { accountId: 7 }, found: "7", expected: "0" };
  const text = reconciliationText({ beganAt: endedAt, endedAt, differences: [difference] });
  expect(text.split("\n")[1]).toBe("  price held for open tasks, account 7: 7 instead of 0");
});
