import { expect, test } from "vitest";
import { pauseBeforeRestart } from "./supervise.ts";

test.each([
  { deaths: 1, pause: 250 },
  { deaths: 2, pause: 500 },
  { deaths: 7, pause: 16_000 },
  { deaths: 8, pause: 30_000 },
  { deaths: 10_000, pause: 30_000 },
])("after $deaths deaths in a row the pause is $pause ms", ({ deaths, pause }) => {
  expect(pauseBeforeRestart(deaths)).toBe(pause);
});
