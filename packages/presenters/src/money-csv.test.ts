import { expect, test } from "vitest";
import { ledgerCsv } from "./money-csv.ts";

const at = new Date("2026-11-22T10:00:00Z");

test("transactions are lines of numbers that a spreadsheet adds up, and a note is no formula", () => {
  const entry = { entryId: 1, at, softId: null };
  expect(
    ledgerCsv([
      { ...entry, kind: "hold", available: -2_000, held: 2_000, balance: 998_000, taskId: 4001, note: null },
      { ...entry, kind: "top_up", available: 1_000_000, held: 0, balance: 1_000_000, taskId: null, note: "=1+1" },
    ]),
  ).toBe(
    "time (UTC),kind,change (USD),held (USD),balance (USD),task,softId,note\r\n" +
      "2026-11-22T10:00:00.000Z,Held for a task,-0.002,0.002,0.998,4001,,\r\n" +
      "2026-11-22T10:00:00.000Z,Top-up,1,0,1,,,'=1+1\r\n",
  );
});
