import { expect, test } from "vitest";
import { reportCsv } from "./report-csv.ts";

const line = (name: string, ...values: (number | undefined)[]) => ({ name, values });

test("a line a day, a column a series, and the totals last", () => {
  const columns = ["Accepted (paid)", "ERROR_STEP_FAILED"];
  const lines = [line("2026-01-25", 1_204, 2), line("2026-01-26", 0, 3)];
  expect(reportCsv({ mode: "errors", unit: "date", columns, lines })).toBe(
    "date,Accepted (paid),ERROR_STEP_FAILED\r\n2026-01-25,1204,2\r\n2026-01-26,0,3\r\ntotal,1204,5\r\n",
  );
});

test("money is in dollars to the cent", () => {
  const lines = [line("2026-01-25", 111), line("2026-01-26", 100_005)];
  expect(reportCsv({ mode: "money", unit: "date", columns: ["Money earned"], lines })).toBe(
    "date,Money earned (USD)\r\n2026-01-25,1.11\r\n2026-01-26,1000.05\r\ntotal,1001.16\r\n",
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

test("an hour that the day before did not have is empty, not 0", () => {
  const lines = [line("02:00", 4, undefined), line("03:00", 5, 6)];
  expect(reportCsv({ mode: "views", unit: "hour", columns: ["Page views", "Previous"], lines })).toBe(
    "hour,Page views,Previous\r\n02:00,4,\r\n03:00,5,6\r\ntotal,9,6\r\n",
  );
});
