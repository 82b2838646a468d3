import { expect, test } from "vitest";
import { parseExactJson, typed } from "../platform/exact-json.ts";
import { formText, type ValueForm, valueProblem } from "./value-form.ts";

const form = (more: Partial<ValueForm>): ValueForm => ({ kind: null, options: [], pattern: null, ...more });

test("a wait that declares no form accepts any value", () => {
  expect(formText(form({}))).toBeNull();
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
