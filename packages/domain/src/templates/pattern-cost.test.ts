import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { size } from "../platform/test-size.ts";
import { patternCost } from "./pattern.ts";

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
