import { expect, test } from "vitest";
import { patternWords } from "./pattern.ts";

test.for([
  ["^\\d{6}$", "6 digits"],
  ["[0-9]{6}", "6 digits"],
  ["\\d", "1 digit"],
  ["\\d{4,8}", "4 to 8 digits"],
  ["\\d{4,}", "at least 4 digits"],
  ["\\d+", "one or more digits"],
  ["[A-Z0-9]{8}", "8 capital letters or digits"],
  ["[a-zA-Z]{1}", "1 letter"],
] as const)("%s is said as %s", ([pattern, words]) => {
  expect(patternWords(pattern)).toBe(words);
});

test.for([
  "",
  "\\d*",
  "\\d{3}-\\d{3}",
  "[0-9a-f]{6}",
  "(\\d{6})",
  "\\d{6}|\\d{8}",
  "[^0-9]{6}",
  "(?i)[a-z]+",
  "constructor",
])("%j is not simple", (pattern) => {
  expect(patternWords(pattern)).toBeUndefined();
});
