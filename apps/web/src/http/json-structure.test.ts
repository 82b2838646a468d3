import { limits } from "@gatepost/contract/limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkStructure } from "./json-body.ts";

const check = (text: string) => () => checkStructure(text);
const tooDeep = "Over a limit: the body is nested deeper than 64 levels.";
const tooMany = "Over a limit: the body has more than 50,000 values.";

const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

test("64 levels are allowed and 65 are not; nor are a hundred thousand", () => {
  expect(check(nested(limits.nesting))).not.toThrow();
  expect(check(nested(limits.nesting + 1))).toThrow(tooDeep);
  expect(check(nested(100_000))).toThrow(tooDeep);
});

test.for([
  ["empty objects", (count: number) => Array(count - 1).fill({})],
  ["texts", (count: number) => Array(count - 1).fill('a, "[{ \\')],
  [
    "properties",
    (count: number) => Object.fromEntries(Array.from({ length: count - 1 }, (_, n) => [`,${n}`, [] as unknown[]])),
  ],
  ["pairs", (count: number) => Array((count - 1) / 3).fill([1, 2])],
] as const)("as many values as the limit are allowed, and one more is not: %s", ([kind, make]) => {
  // Pairs come in threes.
  const count = kind === "pairs" ? limits.values - ((limits.values - 1) % 3) : limits.values;
  expect(check(JSON.stringify(make(count)))).not.toThrow();
  expect(check(JSON.stringify(make(count + (kind === "pairs" ? 3 : 1))))).toThrow(tooMany);
});

test("brackets in strings, after escapes too, are no levels", () => {
  expect(check(JSON.stringify({ a: "[{".repeat(100), 'b"[': `\\"${"[".repeat(100)}` }))).not.toThrow();
});

test("the depth is that of the value, whatever it holds", () => {
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 90, withCrossShrink: true },
      fc.string(),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 2 }),
    ),
  })).value;
  const padding = fc.integer({ min: 0, max: 80 });
  fc.assert(
    fc.property(value, padding, (inner, around) => {
      let whole: unknown = inner;
      for (let level = 0; level < around; level++) whole = level % 2 ? [whole] : { '"[': whole };
      const checked = expect(check(JSON.stringify({ whole })));
      if (depthOf({ whole }) > limits.nesting) checked.toThrow(tooDeep);
      else checked.not.toThrow();
    }),
  );
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
