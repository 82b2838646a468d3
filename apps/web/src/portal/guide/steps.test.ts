import { expect, test } from "vitest";
import { nextStep, steps } from "./first-steps.ts";

const fresh = { hasKey: false, task: null, hasResult: false, softId: null, isCounted: false };
const open = { taskId: 4001 };

test.for([
  ["Run a template", {}],
  ["Run a template", { hasKey: true, softId: 1001 }],
  ["Enter the code that the task waits for", { task: open }],
  ["Create a key for your programs", { hasResult: true }],
  ["Register an application", { hasKey: true, hasResult: true }],
  ["See its first number", { hasKey: true, task: open, hasResult: true, softId: 1001 }],
  [undefined, { hasKey: true, task: null, hasResult: true, softId: 1001, isCounted: true }],
  [undefined, { hasKey: true, hasResult: true, softId: null, isCounted: true }],
] as const)("the next step is %s", ([name, state]) => {
  expect(steps[nextStep({ ...fresh, ...state })]?.name).toBe(name);
});
