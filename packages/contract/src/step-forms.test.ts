import { expect, test } from "vitest";
import { documentFields, stepForms } from "./step-forms.ts";
import { stepTypes } from "./steps.ts";

const forms = stepForms();
const parameter = (type: string, name: string) =>
  forms.find((form) => form.type === type)?.parameters.find((one) => one.name === name);

test("every step type has a form, which is plain data", () => {
  expect(forms.map(({ type }) => type)).toEqual(stepTypes);
  expect(JSON.parse(JSON.stringify(forms))).toEqual(forms);
});

test.for([
  ["FILL_INPUT", "value", { kind: "text", maxLength: 65_536 }],
  ["SET_CHECKBOX", "checked", { kind: "boolean" }],
  ["WAIT_FOR_VARIABLE_VALUE", "kind", { kind: "choice", options: expect.arrayContaining(["code", "yes_no"]) }],
  ["WAIT_FOR_VARIABLE_VALUE", "options", { kind: "texts" }],
  ["REPEAT_WHILE_ELEMENT", "max", { kind: "number", whole: true, min: 1, max: 100 }],
  ["REPEAT_WHILE_ELEMENT", "steps", { kind: "steps" }],
  ["CLICK", "optional", { kind: "flag" }],
  ["PAUSE", "seconds", { kind: "number", whole: false, min: 0, max: 300 }],
  ["READ_LIST", "fields", { kind: "json" }],
] as const)("%s.%s is entered as what its schema says", ([type, name, value]) => {
  expect(parameter(type, name)?.value).toEqual(value);
});

test("each field of a document is explained", () => {
  for (const { name, meaning } of documentFields()) expect(meaning, name).toMatch(/\.$/);
});

test("a parameter says where its value can come from, and whether it is required", () => {
  expect(parameter("FILL_INPUT", "value")).toMatchObject({
    required: true,
    sources: expect.arrayContaining(["permanent", "variable", "text"]),
  });
  expect(parameter("FILL_INPUT", "timeout")).toMatchObject({ required: false, sources: ["permanent"] });
  expect(parameter("IF_ELEMENT", "then")).toMatchObject({ required: true, sources: [] });
});
