import { expect, test } from "vitest";
import { toPattern } from "./waiting.ts";

test.each([
  ["https://a.example/x", "https://a.example/x", true],
  ["https://a.example/x", "https://a.example/xy", false],
  ["https://a.example/*", "https://a.example/", true],
  ["*/done", "https://a.example/very/done", true],
  ["*/done", "https://a.example/done?no", false],
  ["*a*a*", "xaxa", true],
  ["*a*a*", "xax", false],
  ["ab*ba", "aba", false],
  ["*", "anything", true],
  ["https://a.example/?q=(.+)", "https://a.example/?q=(.+)", true],
])("%s against %s: %s", (pattern, address, fits) => {
  expect(toPattern(pattern)(address)).toBe(fits);
});
