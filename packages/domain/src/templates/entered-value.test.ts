import { expect, test } from "vitest";
import { enteredValue } from "./value-form.ts";

test.each([
  ["text", " two words ", " two words "],
  ["code", " 349001 ", "349001"],
  ["choice", "b", "b"],
  ["yes_no", "yes", true],
  ["yes_no", "no", false],
  ["yes_no", " Yes ", true],
  ["yes_no", "true", true],
  ["yes_no", "false", false],
  ["yes_no", "maybe", "maybe"],
  ["number", " 1.5 ", 1.5],
  ["number", "1,5", "1,5"],
  ["number", "0x10", "0x10"],
  ["file", '{"name":"a","type":"b","base64":"QQ=="}', { name: "a", type: "b", base64: "QQ==" }],
  ["file", "not a file", "not a file"],
] as const)("of kind %s, %j is the value %j", (kind, text, value) => {
  expect(enteredValue(kind, text)).toEqual(value);
});

test("a number keeps the digits that were entered", () => {
  expect(JSON.stringify(enteredValue("number", "12345678901234567890"))).toBe("12345678901234567890");
});

test("JSON around or instead of a file is left out, because one that is nested deeply cannot be written again", () => {
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  const file = { name: "a", type: "b", base64: "QQ==" };
  expect(enteredValue("file", deep)).toBe(deep);
  expect(enteredValue("file", `${JSON.stringify(file).slice(0, -1)},"more":${deep}}`)).toEqual(file);
});
