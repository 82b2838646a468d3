import { limits } from "@gatepost/contract/limits";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { isLong, size } from "../platform/test-size.ts";
import { mismatch, patternCost, patternProblem, patternsProblem, patternWords } from "./pattern.ts";

/** Each took a web process seconds or minutes with a value of 60,000 letters, or a fifth of a second to compile. */
const tooExpensive = {
  "many windows": `.*${"[a-c].{999}".repeat(40)}b`,
  "a repeated list": `(?:${"ab".repeat(240)}){1000}`,
  "repeated repetitions": "(?:(?:a{0,9}){0,9}){0,9}b{900}",
  "Unicode classes": "\\pL|".repeat(120),
  "folded ranges": `(?i)[${"b-\u{1e942}".repeat(120)}]`,
};

test.for(Object.entries(tooExpensive))("%s are refused by their text, without being compiled", ([, pattern]) => {
  expect(patternProblem(pattern)).toMatch(/^(?:is too large|names too many characters): /);
  expect(mismatch(pattern, "a".repeat(60_000))).toMatch(
    /^The declared pattern .{1,100} (?:is too large|names too many)/,
  );
});

test.for([
  "[0-9]{6}",
  "[^@\\s]{1,64}@[^@\\s]{1,255}",
  "[\\pL .'-]{1,100}",
  "(?i)(?:yes|no)",
  "(?i)[а-яё]{2,40}",
  "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}",
  "https://[\\w.-]{1,253}/.*",
])("an everyday pattern may be used: %s", (pattern) => expect(patternProblem(pattern)).toBeUndefined());

test("the patterns of one template have a limit together, in which equal ones count once", () => {
  const large = (n: number) => `${n}[a-z]{900}`;
  expect(patternsProblem(Array.from({ length: 200 }, () => large(1)))).toBeUndefined();
  expect(patternsProblem([1, 2, 3, 4, 5].map(large))).toBeUndefined();
  expect(patternsProblem([1, 2, 3, 4, 5, 6].map(large))).toContain("too large together");
  expect(patternsProblem(["a", tooExpensive["many windows"]])).toMatch(/^The pattern \.\*\[a-c\].* is too large/);
});

describe("a value", () => {
  test("that is longer than its pattern allows is refused without matching, with the length that it may have", () => {
    const pattern = "(?s).{20,}";
    const longest = Math.floor(limits.patternWork / RE2JS.compile(pattern).programSize());
    expect(mismatch(pattern, "a".repeat(longest))).toBeUndefined();
    expect(mismatch(pattern, "a".repeat(longest + 1))).toBe(
      `The value has ${(longest + 1).toLocaleString("en")} characters, and may have ${longest.toLocaleString("en")} for the declared pattern ${pattern}.`,
    );
  });

  test("must match as a whole", () => {
    expect(mismatch("[0-9]{6}", "349001")).toBeUndefined();
    for (const other of ["34900", "3490011", " 349001", "349001\n", ""])
      expect(mismatch("[0-9]{6}", other)).toBe("The value does not match the declared pattern [0-9]{6}.");
  });
});

/** Patterns at the limit whose matching goes through many instructions at each character. */
const worst = (copies: number) => [
  `.*[ab].{${copies}}`,
  `(?:[ab]?[bcé]?){${copies >> 2}}x`,
  `(?:[\\pL\\pN\\pP]*){${copies >> 2}}x`,
  `(?i).*\\pL(?:[\\pL\\pN\\pP]?){${copies >> 2}}x`,
  `(?:(.*)(a|b)(.)){${copies / 25}}x`,
];

test("S16: the largest patterns with the longest values take a bounded number of steps", () => {
  let slowest = 0;
  for (const copies of [50, 100, 250, 750])
    for (const pattern of worst(copies)) {
      expect(patternProblem(pattern), pattern).toBeUndefined();
      const instructions = RE2JS.compile(pattern).programSize();
      const longest = Math.floor(limits.patternWork / instructions);
      const value = Array.from({ length: longest }, (_, n) => "abéc"[(n * n + (n >> 3)) % 4]).join("");
      expect(String(mismatch(pattern, value))).not.toContain("characters, and may have");
      slowest = Math.max(slowest, ...(isLong ? [millisecondsOf(() => mismatch(pattern, value))] : []));
      expect(mismatch(pattern, `${value}a`)).toContain("characters, and may have");
    }
  if (isLong) console.log(`S16: the slowest match of a pattern at its limit took ${slowest.toFixed(1)} ms`);
});

/** The quickest of several, so that neither compilation nor other programs count. */
function millisecondsOf(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.min(...times);
}

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

const notSimple = ["", "\\d*", "\\d{3}-\\d{3}", "[0-9a-f]{6}", "(\\d{6})", "\\d{6}|\\d{8}", "[^0-9]{6}", "constructor"];
test.for(notSimple)("%j is not simple", (pattern) => {
  expect(patternWords(pattern)).toBeUndefined();
});

/** What RE2 makes of it. */
function instructionsOf(pattern: string): number {
  return RE2JS.compile(pattern).programSize();
}

describe("instructions are never fewer than RE2 compiles", () => {
  test.for([
    "",
    "[0-9]{6}",
    "[^@\\s]{1,64}@[^@\\s]{1,255}",
    "(?i)[\\w.+-]{1,64}@(?:[\\w-]{1,63}\\.){1,8}[a-z]{2,63}",
    "([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|::([0-9a-fA-F]{1,4}:){0,6}",
    "\\Q(a{9}\\E{3}|[]a{9}]{3}|[^]{]{2}|[[:alpha:]]{4}|\\]{5}|\\p{Greek}{6}|\\x{10FFFF}{7}",
    "(?P<year>\\d{4})-(?<month>\\d{2})|(?i:x){3}|(?i)y{3}|()|(|||)|(?:)*",
  ])("%s", (pattern) => {
    const { instructions } = patternCost(pattern);
    expect(instructions).toBeGreaterThanOrEqual(instructionsOf(pattern));
    expect(instructions, "and not many more").toBeLessThanOrEqual(1.5 * instructionsOf(pattern) + 60);
  });

  const atom = fc.constantFrom(
    ..."ab.-]{},:P<>".split(""),
    "\\d",
    "\\pL",
    "\\(",
    "\\\\",
    "\\Q({9}\\E",
    "[]a]",
    "[^{2}]",
  );
  const repetition = fc.constantFrom("", "", "", "*", "+", "?", "*?", "{3}", "{0,4}", "{2,}", "{0}", "{1,2}?");
  const pattern = fc.letrec<{ pattern: string; item: string }>((tie) => ({
    item: fc.oneof(
      { weight: 3, arbitrary: atom },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("(", "(?:", "(?i:", "(?P<n>", "(?i)("), tie("pattern"))
          .map(([open, inner]) => `${open}${inner})`),
      },
    ),
    pattern: fc
      .array(fc.tuple(tie("item"), repetition, fc.constantFrom("", "", "|")), { maxLength: 5, depthIdentifier: "p" })
      .map((items) => items.flat().join("")),
  })).pattern;

  test("generated ones", { timeout: 60_000 }, () => {
    let compiled = 0;
    fc.assert(
      fc.property(pattern, (generated) => {
        let real: number;
        try {
          real = instructionsOf(generated);
        } catch {
          return;
        }
        compiled += 1;
        expect(patternCost(generated).instructions).toBeGreaterThanOrEqual(real);
      }),
      { numRuns: size(3_000, 100_000) },
    );
    expect(compiled).toBeGreaterThan(1_000);
  });
});

test.for([
  ["[a-z]+", 0],
  ["[\\pL\\pN .-]{1,50}", 2],
  ["\\pL".repeat(20), 20],
  ["[b-\\x{1e942}]", 0],
  ["(?i)[b-\\x{1e942}]", 125],
  ["a(?-i:b(?si:[b-\\x{1e942}]))", 125],
  ["(?i)[\\x00-\\x{10FFFF}]", 0],
] as const)("%s asks for %i tables", ([pattern, tables]) => {
  expect(patternCost(pattern).tables).toBe(tables);
});

test.for(["[", "[[:a:]", "[\\p{a}", "(", "\\Q", "{9}", "(?i", "a-"])(
  "reading many of %s does not take time that grows exponentially, which would never end",
  (part) => {
    expect(patternCost(part.repeat(Math.ceil(500 / part.length))).instructions).toBeGreaterThan(0);
  },
);
