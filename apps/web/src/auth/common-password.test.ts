import { expect, test } from "vitest";
import { isCommonPassword } from "./auth.ts";

test.for([
  ["Password123", true],
  ["1q2w3e4r5t", true],
  ["a sentence is a good password", false],
  ["__proto__", false],
] as const)("%j is a common password: %s", async ([password, isCommon]) => {
  expect(await isCommonPassword(password)).toBe(isCommon);
});
