import fc from "fast-check";
import { expect, test } from "vitest";
import { csv } from "../csv.ts";
import { ordinarySeries, type Series } from "./chart.ts";
import { statsCsv } from "./csv.ts";
import { daysBetween } from "./days.ts";

function days(from: string, to: string, timezone = "UTC") {
  return daysBetween(from, to, timezone);
}

function error(code: string, values: number[]): Series {
  return { ...ordinarySeries(code, "Errors", days("2026-01-25", "2026-01-26"), values), code, errorId: 1, count: 1 };
}

test("a row a day, a column a series, and the totals last", () => {
  const accepted = ordinarySeries("Accepted (paid)", "Tasks", days("2026-01-25", "2026-01-26"), [1_204, 0]);
  const chartData = [accepted, error("ERROR_STEP_FAILED", [2, 3])];
  expect(statsCsv({ chartData }, { mode: "errors", timezone: "UTC" })).toBe(
    "date,Accepted (paid),ERROR_STEP_FAILED\r\n2026-01-25,1204,2\r\n2026-01-26,0,3\r\ntotal,1204,5\r\n",
  );
});

test("money is in dollars to the cent", () => {
  const chartData = [ordinarySeries("Money earned", "Money", days("2026-01-25", "2026-01-26"), [111, 100_005])];
  expect(statsCsv({ chartData }, { mode: "money", timezone: "UTC" })).toBe(
    "date,Money earned (USD)\r\n2026-01-25,1.11\r\n2026-01-26,1000.05\r\ntotal,1001.16\r\n",
  );
});

test("days of users end with the distinct ones of the range, or the highest day where those are not known", () => {
  const chartData = [ordinarySeries("Active users", "Users", days("2026-01-25", "2026-01-26"), [2, 3])];
  const last = (distinct?: number) =>
    statsCsv({ chartData }, { mode: "users", timezone: "UTC", distinct }).split("\r\n").at(-2);
  expect([last(4), last()]).toEqual(["distinct,4", "highest,3"]);
});

test.each([
  ["Europe/Paris", "2026-03-28", "2026-03-30", ["2026-03-28", "2026-03-29", "2026-03-30"]],
  ["Pacific/Apia", "2011-12-29", "2011-12-31", ["2011-12-29", "2011-12-30", "2011-12-31"]],
  ["Pacific/Apia", "2011-12-30", "2011-12-31", ["2011-12-30", "2011-12-31"]],
  ["Pacific/Apia", "2011-12-30", "2011-12-30", ["2011-12-30"]],
])("in %s the days from %s to %s are named as they were asked for", (timezone, from, to, named) => {
  const chartData = [ordinarySeries("Page views", "Views", days(from, to, timezone), [])];
  const rows = statsCsv({ chartData }, { mode: "views", timezone }).split("\r\n").slice(1, -2);
  expect(rows.map((row) => row.split(",")[0])).toEqual(named);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", '=HYPERLINK("http://a.example","x")', "＝1"])(
  "S13: %j is no formula in a spreadsheet",
  (text) => {
    const [first = ""] = read(csv([[text]]))[0] ?? [];
    expect(first).toBe(`'${text}`);
  },
);

test("numbers are numbers, below zero too", () => {
  expect(csv([[-5, 0, "-5"]])).toBe("-5,0,'-5\r\n");
});

test("what is written is read again as it was, whatever it holds", () => {
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
