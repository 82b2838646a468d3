import { expect, test } from "vitest";
import { isCommonPassword } from "./auth.ts";

test.for(["password123", "Password123", "qwertyuiop", "1234567890", "1q2w3e4r5t"])("%s is common", async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.for(["a sentence is a good password", "passwordpasswordpassword!", "", "__proto__", "constructor"])(
  "%j is not",
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);
