import { expect, test } from "vitest";
import { parseExactJson, typed } from "../platform/exact-json.ts";
import { enteredValue, formText, type ValueForm, valueProblem } from "./value-form.ts";

const form = (more: Partial<ValueForm>): ValueForm => ({ kind: null, options: [], pattern: null, ...more });

test("a wait that declares no form accepts any value; JSON around or instead of a file is left out, because it cannot be written again", () => {
  expect(formText(form({}))).toBeNull();

  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  const file = { name: "a", type: "b", base64: "QQ==" };
  expect(enteredValue("file", deep)).toBe(deep);
  expect(enteredValue("file", `${JSON.stringify(file).slice(0, -1)},"more":${deep}}`)).toEqual(file);
});

test.each<[Partial<ValueForm>, unknown]>([
  [{ kind: "text" }, ""],
  [{ kind: "code", pattern: "[0-9]+" }, "12"],
  [{ kind: "choice", options: ["a", "b"] }, "b"],
  [{ kind: "yes_no" }, false],
  [{ kind: "number" }, 1.5],
  [{ kind: "number" }, parseExactJson("12345678901234567890")],
  [{ kind: "file" }, { name: "a.txt", type: "text/plain", base64: "QQ==" }],
])("%j takes %j", (more, value) => {
  expect(valueProblem(form(more), value, typed(value))).toBeUndefined();
});

test.each<[Partial<ValueForm>, unknown, RegExp]>([
  [{ kind: "text" }, 5, /must be a string/],
  [{ kind: "code", pattern: "[0-9]+" }, "x", /does not match the declared pattern/],
  [{ kind: "choice", options: ["a", "b"] }, "c", /must be one of "a", "b"/],
  [{ kind: "yes_no" }, "true", /must be true or false/],
  [{ kind: "number" }, "5", /must be a number/],
  [{ kind: "file" }, { name: "a", type: "b", base64: "!" }, /must be a file/],
  [{ kind: "file" }, null, /must be a file/],
])("%j refuses %j", (more, value, problem) => {
  expect(valueProblem(form(more), value, typed(value))).toMatch(problem);
});

test.each([
  ["text", " two words ", " two words "],
  ["code", " 349001 ", "349001"],
  ["yes_no", " Yes ", true],
  ["yes_no", "no", false],
  ["yes_no", "true", true],
  ["yes_no", "false", false],
  ["yes_no", "maybe", "maybe"],
  ["number", " 1.5 ", 1.5],
  ["number", "1,5", "1,5"],
  ["number", "0x10", "0x10"],
  ["number", "12345678901234567890", parseExactJson("12345678901234567890")],
  ["file", '{"name":"a","type":"b","base64":"QQ=="}', { name: "a", type: "b", base64: "QQ==" }],
  ["file", "not a file", "not a file"],
] as const)("of kind %s, the entry %j is the value %j", (kind, text, value) => {
  expect(enteredValue(kind, text)).toEqual(value);
});
