import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import type { z } from "zod";
import { tasksRouter } from "./tasks.ts";

const [input] = (tasksRouter.push as unknown as { _def: { inputs: [z.ZodType] } })._def.inputs;
const push = (value: string) => input.safeParse({ taskId: 1, name: "code", value });

test("what a person enters has 64 KiB at most, counted in bytes", () => {
  const letter = "\u00e9";
  expect(push(letter.repeat(limits.variableBytes / 2)).success).toBe(true);
  expect(() => push(letter.repeat(limits.variableBytes / 2 + 1))).toThrow("A value has at most 64 KB here.");
});
