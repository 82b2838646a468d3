import { limits } from "@gatepost/contract/limits";
import { processorMs } from "@gatepost/domain/platform/test-size";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkStructure, readObject, readObjectInTurn } from "./json-body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test.for([
  ['{"a":1}', { a: 1 }],
  [' \r\n\t{"a":{"b":[]}} ', { a: { b: [] } }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['\ufeff{"a":1}', { a: 1 }],
  ['{"é":"😀"}', { é: "😀" }],
] as const)("%j is an object", ([text, body]) => {
  expect(readObject(bytes(text))?.body).toEqual(body);
});

test("names of the prototype become ordinary properties, and reach no prototype", () => {
  const read = readObject(bytes('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
  expect(Object.keys(read?.body ?? {})).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("hundreds of thousands of numbers that must be kept exactly are refused before any is read", () => {
  const text = `{"value":[${"1e999,".repeat(650_000)}0]}`;
  const parsing = processorMs(() => JSON.parse(text));
  const refusing = processorMs(() => expect(() => readObject(bytes(text))).toThrow("more than 50,000 values"));
  expect(refusing).toBeLessThan(2 * parsing);
});

test("of large bodies one is read at a time, and others are answered in between", async () => {
  let answered = 0;
  const answering = setInterval(() => answered++, 1);
  const large = Buffer.from(JSON.stringify({ value: Array(40_000).fill(1.5) }));
  const [first, second, third, other] = await Promise.all(
    ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].map(async (address) =>
      (await readObjectInTurn(large, address)) ? answered : -1,
    ),
  );
  clearInterval(answering);
  expect(second).toBeGreaterThan(first as number);
  expect(third).toBeGreaterThan(second as number);
  // It is read before the last one of the other address.
  expect(other).toBeLessThan(third as number);
});

const check = (text: string) => () => checkStructure(text);
const tooDeep = "Over a limit: the body is nested deeper than 64 levels.";
const tooMany = "Over a limit: the body has more than 50,000 values.";

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
