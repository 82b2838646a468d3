import { expect, test } from "vitest";
import { drainDetail, drainText } from "./announcements.ts";

const more = "25 s at most, and pushes are accepted until then. Ctrl-C again stops at once.";

test.each([
  [{ waiting: 0, running: 0 }, undefined],
  [{ waiting: 1, running: 0 }, `Stopping: 1 task waits for a value. It has ${more}`],
  [{ waiting: 0, running: 2 }, `Stopping: 2 tasks run. They have ${more}`],
  [{ waiting: 3, running: 1 }, `Stopping: 3 tasks wait for a value and 1 task runs. They have ${more}`],
])("a stop says what it waits for and how long at most: %j", (left, text) => {
  expect(drainText({ ...left, secondsLeft: 25 })).toBe(text);
});

test("a stop with a drain time of zero does not print that it waits", () => {
  expect(drainText({ waiting: 1, running: 1, secondsLeft: 0 })).toBeUndefined();
});

test("while it waits it says how many tasks are left", () => {
  expect(drainDetail({ waiting: 3, running: 1, secondsLeft: 2 })).toBe("4 tasks left");
  expect(drainDetail({ waiting: 0, running: 0, secondsLeft: 2 })).toBe("");
});
