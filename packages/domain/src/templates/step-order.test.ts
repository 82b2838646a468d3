import type { StepPath } from "@gatepost/contract/step-paths";
import { expect, test } from "vitest";
import { orderOf } from "./requirements.ts";

test.each<[StepPath, ReturnType<typeof orderOf>, StepPath]>([
  [[0], "before", [1]],
  [[10], "after", [9]],
  [[0, "then", 5], "before", [1]],
  [[1], "after", [0, "else", 5]],
  [[0], "before", [0, "steps", 0]],
  [[0, "then", 0], "after", [0]],
  [[0, "then", 2], "after", [0, "then", 1, "steps", 7]],
  [[0, "then", 0], "other branch", [0, "else", 1]],
  [[0, "else", 0, "then", 0], "other branch", [0, "then", 1]],
])("%j is %s %j", (step, order, other) => {
  expect(orderOf(step, other)).toBe(order);
});
