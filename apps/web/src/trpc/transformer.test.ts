import { expect, test } from "vitest";
import { transformer } from "./transport.ts";

test.for([
  ["an object that contains itself", { a: { b: 0 } }, { referentialEqualities: { a: ["a.b"] } }],
  ["a part twice", { a: { l: 0, r: 0 }, b: {} }, { referentialEqualities: { b: ["a.l", "a.r"] } }],
  ["an item far behind the end of an array", { a: [1] }, { values: { "a.4294967294": ["undefined"] } }],
  ["an array of a billion numbers", { a: 1e9 }, { values: { a: [["typed-array", "Float64Array"]] } }],
  ["an expression", { a: "/(a+)+/" }, { values: { a: ["regexp"] } }],
] as const)("annotations in an input make nothing of it: %s", ([, json, meta]) => {
  expect(transformer.input.deserialize(JSON.parse(JSON.stringify({ json, meta })))).toEqual(json);
});

test.for([null, undefined, {}, [], 5, "x"])("what is no input is read as none: %j", (sent) => {
  expect(transformer.input.deserialize(sent as null)).toBeUndefined();
});
