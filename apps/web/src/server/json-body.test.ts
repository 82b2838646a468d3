import { limits } from "@gatepost/contract/limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isTooDeep, readObject } from "./json-body.ts";

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

test.for([
  "",
  " ",
  "{",
  "[]",
  '"text"',
  "null",
  "0",
  "true",
  "{}{}",
  "{'a':1}",
  '{"a":1,}',
  "\u0000",
  '{"a":\u0001}',
  "\ufeff\ufeff{}",
])("%j is none", (text) => {
  expect(readObject(bytes(text))).toBeUndefined();
});

test.for([
  ["a lone continuation byte", [0x80]],
  ["an overlong form", [0xc0, 0xaf]],
  ["a cut-off character", [0xe2, 0x82]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["beyond the last character", [0xf4, 0x90, 0x80, 0x80]],
  ["Latin 1", [0xe9]],
] as const)("wrong UTF-8 is refused, not replaced: %s", ([, wrong]) => {
  expect(readObject(new Uint8Array([...bytes('{"a":"'), ...wrong, ...bytes('"}')]))).toBeUndefined();
});

test("UTF-16 is refused", () => {
  expect(readObject(Buffer.from('{"a":1}', "utf16le"))).toBeUndefined();
});

test("names of the prototype become ordinary properties, and reach no prototype", () => {
  const read = readObject(bytes('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
  expect(Object.keys(read?.body ?? {})).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

const nested = (depth: number, innermost = "") => `{"a":${"[".repeat(depth - 1)}${innermost}${"]".repeat(depth - 1)}}`;

test("64 levels are allowed and 65 are not; a hundred thousand do not overflow the stack", () => {
  expect(isTooDeep(nested(limits.nesting))).toBe(false);
  expect(isTooDeep(nested(limits.nesting + 1))).toBe(true);
  for (const innermost of ["", "1.10"])
    expect(readObject(bytes(nested(100_000, innermost)))?.text).toBe(nested(100_000, innermost));
  expect(isTooDeep(nested(100_000))).toBe(true);
});

test("brackets in strings, after escapes too, are no levels", () => {
  expect(isTooDeep(JSON.stringify({ a: "[{".repeat(100), 'b"[': `\\"${"[".repeat(100)}` }))).toBe(false);
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
      expect(isTooDeep(JSON.stringify({ whole }))).toBe(depthOf({ whole }) > limits.nesting);
    }),
  );
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
