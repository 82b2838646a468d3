import { expect, test } from "vitest";
import { type ChartData, marksUnfinished, withBefore, withTotal } from "./chart-rows.ts";

const chart = (...values: number[][]): ChartData => ({
  series: (values[0] ?? []).map((_, index) => ({ name: String(index), colour: "" })),
  rows: values.map((values, index) => ({ key: `${index}`, short: "", name: "", partial: false, values })),
});

test("what is hidden is hidden in the period before too, with all codes that only that one has", () => {
  const named = (names: string[], values: number[]): ChartData => ({
    series: names.map((name) => ({ name, colour: "" })),
    rows: [{ key: "0", short: "", name: "", partial: false, values }],
  });
  const before = named(["Accepted", "ERROR_A", "ERROR_B"], [10, 3, 50]);
  const beforeOf = (chart: ChartData, hidden: string[]) => withBefore(chart, before, hidden).rows[0]?.before;
  expect(beforeOf(named(["Accepted"], [10]), ["ERROR_A"])).toBe(10);
  expect(beforeOf(named(["ERROR_A"], [2]), ["Accepted"])).toBe(3);
  expect(beforeOf(named(["Accepted", "ERROR_A"], [10, 2]), [])).toBe(63);
});

test("lines of several series that are compared with the period before have their total beside them", () => {
  const several = chart([3, 1], [5, 0]);
  const { series, rows } = withTotal(withBefore(several, chart([2, 2], [0, 7]), []));
  expect(series.map(({ name }) => name)).toEqual(["0", "1", "Total"]);
  expect(rows.map(({ values, before }) => [...values, before])).toEqual([
    [3, 1, 4, 4],
    [5, 0, 5, 7],
  ]);
  expect(withTotal(several), "compared with nothing").toEqual(several);
  const one = withBefore(chart([3]), chart([2]), []);
  expect(withTotal(one), "a single series is its own total").toEqual(one);
});

test("an unfinished day is marked where something of it is drawn: not by a bar of nothing", () => {
  const unfinished = (...values: number[]): ChartData => {
    const { rows, series } = chart([3, 1], values);
    return { series, rows: rows.map((row, index) => ({ ...row, partial: index === 1 })) };
  };
  expect(marksUnfinished(unfinished(0, 0))).toBe(false);
  expect(marksUnfinished(unfinished(0, 2))).toBe(true);
  expect(marksUnfinished(unfinished(0, 0), "lines")).toBe(true);
  expect(marksUnfinished(chart([3, 1]), "lines")).toBe(false);
});
