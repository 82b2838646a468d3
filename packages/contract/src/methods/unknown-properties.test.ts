import { expect, test } from "vitest";
import { z } from "zod";
import { unknownProperties } from "./create-task.ts";

const place = z.object({ x: z.int() });
const schema = z.object({
  type: z.string().nullable(),
  websiteURL: z.string(),
  at: place.nullish(),
  all: z.array(place),
});

test.for([
  ["nothing unknown", { type: "a", websiteURL: "b" }, []],
  ["a known property that is null", { type: null }, []],
  ["one", { type: "a", viewport: {} }, ['The property "viewport" of task is unknown and was ignored.']],
  ["a name of a prototype", { constructor: 1 }, ['The property "constructor" of task is unknown and was ignored.']],
  [
    "a quote and half of a surrogate pair",
    { '"\ud800': 1 },
    ['The property "\\"\\ud800" of task is unknown and was ignored.'],
  ],
  ["one within", { at: { x: 1, y: 2 } }, ['The property "y" of task.at is unknown and was ignored.']],
  ["one of an element", { all: [{ x: 1 }, { z: 2 }] }, ['The property "z" of task.all[1] is unknown and was ignored.']],
  ["nothing within null", { at: null }, []],
  ["no object", "text", []],
  ["null", null, []],
] as const)("%s", ([, given, expected]) => {
  expect(unknownProperties("task", given, schema)).toEqual(expected);
});

test("of thousands, ten are named and the rest is counted; properties in another order get the same sentences, and __proto__ is named", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`.padEnd(1_000, "."), n]));
  const sentences = unknownProperties("task", many, schema);
  expect(sentences).toHaveLength(11);
  expect(sentences.at(-1)).toBe("4990 more unknown properties of task were ignored.");
  expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThan(200);

  const names = Array.from({ length: 12 }, (_, n) => [`x${n}`, n] as const);
  const [given, repeated] = [Object.fromEntries(names), Object.fromEntries(names.toReversed())];
  expect(unknownProperties("task", repeated, schema)).toEqual(unknownProperties("task", given, schema));

  expect(unknownProperties("task", JSON.parse('{"__proto__":1}'), schema)).toEqual([
    'The property "__proto__" of task is unknown and was ignored.',
  ]);
});
