import { expect, test } from "vitest";
import { stepSentence } from "./step-sentence.ts";
import { stepDefinitions, stepTypes, templateDocument } from "./steps.ts";

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

test("every step has a sentence, the same in both forms", () => {
  for (const type of stepTypes) {
    const { example } = stepDefinitions[type];
    const [long] = templateDocument.parse({ name: "A", steps: [example] }).steps;
    expect(stepSentence(example), type).toMatch(/^[A-Z][^{}]+$/);
    expect(stepSentence(long), type).toBe(stepSentence(example));
  }
});

test("what a template types is shown only on request", () => {
  const step = { type: "FILL_INPUT", selector: "#a", value: "hunter2" };
  expect(stepSentence(step)).not.toContain("hunter2");
  expect(stepSentence(step, { showsValues: true })).toBe("Type “hunter2” into #a");
  for (const given of [null, 5, "x", [], { type: "toString" }]) expect(stepSentence(given)).toBe("");
});
