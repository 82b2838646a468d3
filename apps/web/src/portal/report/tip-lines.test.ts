import { expect, test } from "vitest";
import { tipLines } from "./chart-pointer.tsx";

const series = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `series ${n}`, colour: "red" }));
const names = (lines: { shown: { name: string }[] }) => lines.shown.map(({ name }) => name);

test("with many series the first and the largest are listed, and the rest is a sum", () => {
  const lines = tipLines(
    series(15),
    Array.from({ length: 15 }, (_, n) => n + 1),
  );
  expect(names(lines)).toEqual(["series 0", ...[14, 13, 12, 11, 10, 9].map((n) => `series ${n}`)]);
  expect(lines.rest).toEqual({ count: 8, sum: 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 });
  expect(lines.total).toBe((15 * 16) / 2);
});

test("series without a value on that day are left out, except the only one", () => {
  expect(names(tipLines(series(3), [0, 5, 0]))).toEqual(["series 1"]);
  expect(names(tipLines(series(1), [0]))).toEqual(["series 0"]);
});

test("eight series are all listed", () => {
  expect(tipLines(series(8), [1, 1, 1, 1, 1, 1, 1, 1])).toMatchObject({ rest: { count: 0 }, total: 8 });
});
