import { expect, test } from "vitest";
import { nextStep, steps } from "./steps.ts";

const fresh = { hasKey: false, task: null, hasResult: false, softId: null, isCounted: false };
const waiting = { taskId: 4001, waiting: true };

test.for([
  ["Create a key", {}],
  ["Create a task", { hasKey: true }],
  ["Enter the code that it waits for", { hasKey: true, task: waiting }],
  ["Register an application", { hasKey: true, task: waiting, hasResult: true }],
  ["See its first number", { hasKey: true, task: waiting, hasResult: true, softId: 1001 }],
  ["Create a key", { task: waiting, hasResult: true, softId: 1001 }],
  [undefined, { hasKey: true, task: null, hasResult: true, softId: 1001, isCounted: true }],
] as const)("the next step is %s", ([name, state]) => {
  expect(steps[nextStep({ ...fresh, ...state })]?.name).toBe(name);
});
