import { expect, test } from "vitest";
import { commissionsCsv } from "./money-csv.ts";

test("a commission is a line with an exact amount, and names a task only if it is the owner's own", () => {
  const at = new Date("2026-11-22T10:00:00Z");
  expect(
    commissionsCsv([
      { entryId: 2, at, amount: 200, task: { taskId: 4001, templateName: "Sign in, pay" } },
      { entryId: 1, at, amount: 1_000_001, task: null },
    ]),
  ).toBe(
    "time (UTC),commission (USD),task,template\r\n" +
      '2026-11-22T10:00:00.000Z,0.0002,4001,"Sign in, pay"\r\n' +
      "2026-11-22T10:00:00.000Z,1.000001,,\r\n",
  );
});
