import { expect, test } from "vitest";
import { pauseBeforeRestart } from "./supervise.ts";

test.each([
  { deaths: 1, hasSaved: false, pause: 250 },
  { deaths: 2, hasSaved: false, pause: 500 },
  { deaths: 7, hasSaved: false, pause: 16_000 },
  { deaths: 8, hasSaved: false, pause: 30_000 },
  { deaths: 10_000, hasSaved: false, pause: 30_000 },
  { deaths: 2, hasSaved: true, pause: 500 },
  { deaths: 7, hasSaved: true, pause: 2_000 },
])("after $deaths deaths in a row the pause is $pause ms; something was saved: $hasSaved", (died) => {
  expect(pauseBeforeRestart(died.deaths, died.hasSaved)).toBe(died.pause);
});
