import { expect, test } from "vitest";
import { documentFields, stepForms } from "./step-forms.ts";
import { canGoBack, canGoOn, placedSteps, stepPathText } from "./step-paths.ts";
import { stepSentence } from "./step-sentence.ts";
import { type Step, stepDefinitions, stepTypes, templateDocument } from "./steps.ts";

const forms = stepForms();
const parameter = (type: string, name: string) =>
  forms.find((form) => form.type === type)?.parameters.find((one) => one.name === name);

test("every step type has a form, which is plain data; each field of a document is explained", () => {
  expect(forms.map(({ type }) => type)).toEqual(stepTypes);
  expect(JSON.parse(JSON.stringify(forms))).toEqual(forms);

  for (const { name, meaning } of documentFields()) expect(meaning, name).toMatch(/\.$/);
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

test("a parameter says where its value can come from, and whether it is required", () => {
  expect(parameter("FILL_INPUT", "value")).toMatchObject({
    required: true,
    sources: expect.arrayContaining(["permanent", "variable", "text"]),
  });
  expect(parameter("FILL_INPUT", "timeout")).toMatchObject({ required: false, sources: ["permanent"] });
  expect(parameter("IF_ELEMENT", "then")).toMatchObject({ required: true, sources: [] });
});

const long = "x".repeat(100);

test.each<[step: object, sentence: string]>([
  [{ type: "FILL_INPUT", selector: "#password", value: { variable: "password" } }, "Type the password into #password"],
  [{ type: "FILL_INPUT", selector: "label=Email", value: "ada" }, "Type a fixed value into the field “Email”"],
  [
    { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
    "Type the login input value into the login input",
  ],
  [{ type: "FILL_INPUT", selector: "#a", value: { secret: "bank" } }, "Type the stored secret bank into #a"],
  [
    { type: "TYPE_TEXT", value: { totp: { secret: "key" } } },
    "Type a one-time code of key key by key where the focus is",
  ],
  [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "code", kind: "code" }, "Wait for a code from a person"],
  [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "smsCode", kind: "code" }, "Wait for a code from a person (sms code)"],
  [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "word" }, "Wait for the word"],
  [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "consent", kind: "live" },
    "Wait until a person has done something on the page (consent)",
  ],
  [{ type: "CLICK", selector: ['role=button[name="Send"]', "#send"] }, "Click the button “Send”"],
  [{ type: "CLICK", selector: "#row", double: true }, "Double-click #row"],
  [{ type: "CLICK", selector: 'text="Sign in"' }, "Click “Sign in”"],
  [{ type: "SET_CHECKBOX", selector: "#terms", checked: false }, "Uncheck #terms"],
  [{ type: "ANSWER_DIALOG", accept: { variable: "agreed" } }, "Answer the next dialog by the agreed"],
  [{ type: "WAIT_FOR_TEXT", text: { text: "Order {{order}}" } }, "Wait until the page shows “Order {{order}}”"],
  [{ type: "CLICK", selector: long }, `Click ${"x".repeat(79)}…`],
  [{ type: "CLICK" }, "Click …"],
  [{ type: "NO_SUCH" }, ""],
  [{}, ""],
])("%j reads as: %s", (step, sentence) => {
  expect(stepSentence(step)).toBe(sentence);
});

test("every step has a sentence, the same in both forms, and what a template types is shown only on request", () => {
  for (const type of stepTypes) {
    const { example } = stepDefinitions[type];
    const [long] = templateDocument.parse({ name: "A", steps: [example] }).steps;
    expect(stepSentence(example), type).toMatch(/^[A-Z][^{}]+$/);
    expect(stepSentence(long), type).toBe(stepSentence(example));
  }

  const step = { type: "FILL_INPUT", selector: "#a", value: "hunter2" };
  expect(stepSentence(step)).not.toContain("hunter2");
  expect(stepSentence(step, { showsValues: true })).toBe("Type “hunter2” into #a");
  for (const given of [null, 5, "x", [], { type: "toString" }]) expect(stepSentence(given)).toBe("");
});

const click: Step = { type: "CLICK", selector: { permanent: "a" } };

test("nested steps are placed as authors count", () => {
  const branch: Step = { type: "IF_TEXT", text: { permanent: "x" }, then: [click], else: [click, click] };
  const repeat: Step = {
    type: "REPEAT_WHILE_ELEMENT",
    selector: { permanent: "a" },
    max: { permanent: 2 },
    steps: [branch],
  };
  expect(placedSteps([click, repeat]).map(({ path }) => stepPathText(path))).toEqual([
    ...["1", "2", "2.steps.1", "2.steps.1.then.1", "2.steps.1.else.1", "2.steps.1.else.2"],
  ]);
});

test.each([
  [[2], [1], true],
  [[1], [2], false],
  [[3, "then", 1], [0], true],
  [[3, "then", 1], [3, "then", 0], true],
  [[3, "else", 1], [3, "then", 0], false],
  [[4], [3, "then", 0], false],
  [[3, "steps", 1], [0], false],
  [[3, "steps", 2, "then", 0], [3, "steps", 1], true],
  [[3, "steps", 2, "then", 0], [1], false],
] as const)("whether a step at %j may go back to %j: %j", (from, to, expected) => {
  expect(canGoBack(from, to)).toBe(expected);
});

test.each([
  [[], [0], true],
  [[1], [2], true],
  [[1], [0], false],
  [[1], [2, "then", 0], false],
  [[3, "then", 1], [4], true],
  [[3, "then", 1], [3, "then", 2], true],
  [[3, "then", 1], [3, "else", 2], false],
  [[3, "steps", 0], [4], true],
] as const)("whether a step at %j may go on at %j: %j", (from, to, expected) => {
  expect(canGoOn(from, to)).toBe(expected);
});
