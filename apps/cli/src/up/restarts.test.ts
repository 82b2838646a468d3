import { expect, test } from "vitest";
import { pauseBeforeRestart } from "./restarts.ts";

test.each([
  { deaths: [100_000], pause: 250 },
  { deaths: [90_000, 100_000], pause: 500 },
  { deaths: [97_000, 98_000, 99_000, 100_000], pause: 2_000 },
  { deaths: [96_000, 97_000, 98_000, 99_000, 100_000], pause: undefined },
  { deaths: [10_000, 20_000, 30_000, 40_000, 100_000], pause: 250 },
])("after deaths at $deaths ms the pause is $pause ms", ({ deaths, pause }) => {
  expect(pauseBeforeRestart(deaths)).toBe(pause);
});
