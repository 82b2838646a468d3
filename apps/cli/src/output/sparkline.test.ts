import { expect, test } from "vitest";
import { sparkline } from "./stats-text.ts";

test.each<[number[], string]>([
  [[], ""],
  [[0, 0], "··"],
  [[1, 8, 4], "▁█▄"],
  [[0, 1, 1_000_000], "·▁█"],
])("%j is printed as %s", (values, generated) => {
  expect(sparkline(values, 60)).toBe(generated);
});

test("values that do not fit are summed in equal groups", () => {
  expect(sparkline([1, 1, 8, 8, 0, 0, 4], 4)).toBe("▁█·▂");
  expect(sparkline(Array(366).fill(1), 60)).toHaveLength(53);
});
