import { expect, test } from "vitest";
import { nextStep, steps } from "./first-steps.ts";

const fresh = { hasKey: false, task: null, hasResult: false, softId: null, isCounted: false };
const open = { taskId: 4001 };

test.for([
  ["Create a key", {}],
  ["Create a task", { hasKey: true }],
  ["Enter the code that it waits for", { hasKey: true, task: open }],
  ["Register an application", { hasKey: true, task: open, hasResult: true }],
  ["See its first number", { hasKey: true, task: open, hasResult: true, softId: 1001 }],
  ["Create a key", { task: open, hasResult: true, softId: 1001 }],
  [undefined, { hasKey: true, task: null, hasResult: true, softId: 1001, isCounted: true }],
] as const)("the next step is %s", ([name, state]) => {
  expect(steps[nextStep({ ...fresh, ...state })]?.name).toBe(name);
});
