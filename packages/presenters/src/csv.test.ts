import fc from "fast-check";
import { expect, test } from "vitest";
import { csv, tabSeparated } from "./csv.ts";
import { ledgerCsv } from "./money-csv.ts";
import { reportCsv } from "./report-csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", '=HYPERLINK("http://a.example","x")', "＝1"])(
  "S13: %j is no formula in a spreadsheet",
  (text) => {
    const [first = ""] = read(csv([[text]]))[0] ?? [];
    expect(first).toBe(`'${text}`);
  },
);

test("S13: nothing of a table is a formula where it is pasted, and each cell stays one", () => {
  const cells = ["=1+1", '"=1+1"', "-12.50", "-1+1", "a\t=1\n=2", "-", "x"];
  expect(tabSeparated([cells, ["y"]])).toBe("'=1+1\t'\"=1+1\"\t-12.50\t'-1+1\ta =1 =2\t-\tx\ny");
});

test("what is written is read again as it was, whatever it holds, and numbers are numbers, below zero too", () => {
  expect(csv([[-5, 0, "-5"]])).toBe("-5,0,'-5\r\n");

  const text = fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "a", "é", " ", ";") }).map((one) => `x${one}`);
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(read(csv(rows))).toEqual(rows);
    }),
  );
});

/** A reader of RFC 4180, written by its grammar. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

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

const line = (name: string, ...values: (number | undefined)[]) => ({ name, values });

test("a line a day, or an hour, which is empty if the day before did not have it, a column a series, totals last, and money in dollars", () => {
  const columns = ["Accepted (paid)", "ERROR_STEP_FAILED"];
  const lines = [line("2026-01-25", 1_204, 2), line("2026-01-26", 0, 3)];
  expect(reportCsv({ mode: "errors", unit: "date", columns, lines })).toBe(
    "date,Accepted (paid),ERROR_STEP_FAILED\r\n2026-01-25,1204,2\r\n2026-01-26,0,3\r\ntotal,1204,5\r\n",
  );

  const cents = [line("2026-01-25", 111), line("2026-01-26", 100_005)];
  expect(reportCsv({ mode: "money", unit: "date", columns: ["Money earned"], lines: cents })).toBe(
    "date,Money earned (USD)\r\n2026-01-25,1.11\r\n2026-01-26,1000.05\r\ntotal,1001.16\r\n",
  );

  const hours = [line("02:00", 4, undefined), line("03:00", 5, 6)];
  expect(reportCsv({ mode: "views", unit: "hour", columns: ["Page views", "Previous"], lines: hours })).toBe(
    "hour,Page views,Previous\r\n02:00,4,\r\n03:00,5,6\r\ntotal,9,6\r\n",
  );
});

test("days of users end with the distinct ones of the range, or the highest day where those are not known", () => {
  const lines = [line("2026-01-25", 2), line("2026-01-26", 3)];
  const last = (distinct?: number) =>
    reportCsv({ mode: "users", unit: "date", columns: ["Active users"], lines, distinct })
      .split("\r\n")
      .at(-2);
  expect([last(4), last()]).toEqual(["distinct,4", "highest,3"]);
});
