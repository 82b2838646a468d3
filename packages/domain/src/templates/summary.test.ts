import { templateDocument, type WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { processorMs } from "../platform/test-size.ts";
import { signInWith2fa } from "./built-in/signing-in.ts";
import { readDocument } from "./read-document.ts";
import { summarize, variableFields } from "./summary.ts";

const fieldsOf = (...steps: WrittenStep[]) => variableFields(templateDocument.parse({ name: "One", steps }));
const fill = (selector: WrittenStep & { type: "FILL_INPUT" }) => fieldsOf(selector)[0];

test("selectors are elements, what is typed is text, files, yes or no, or a choice, and a name says that it is a password", () => {
  const entries = variableFields(readDocument(signInWith2fa)).map(({ name, entry, late }) => [
    name,
    late ? `late ${entry}` : entry,
  ]);
  expect(entries).toEqual([
    ["login_input_css", "element"],
    ["login_input_value", "text"],
    ["password_input_css", "element"],
    ["password_input_value", "password"],
    ["2fa_input_css", "element"],
    ["2fa_input_value", "late text"],
    ["control_text", "text"],
  ]);

  const fields = fieldsOf(
    { type: "UPLOAD_FILE", selector: "#a", file: { variable: "letter" } },
    { type: "SET_CHECKBOX", selector: "#a", checked: { variable: "terms" } },
    { type: "DRAG", from: { variable: "card" }, to: { text: "#{{list}}" } },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "colour", kind: "choice", options: ["red", "blue"] },
  );
  expect(fields.map(({ name, entry, options }) => [name, entry, options.join()])).toEqual([
    ["letter", "file", ""],
    ["terms", "yes_no", ""],
    ["card", "element", ""],
    ["list", "element", ""],
    ["colour", "choice", "red,blue"],
  ]);
});

test("a stored secret can take the place of what is only typed, and of nothing else", () => {
  const typed: WrittenStep = { type: "FILL_INPUT", selector: "#a", value: { variable: "a" } };
  expect(fill(typed)?.canBeSecret).toBe(true);
  expect(fill({ ...typed, value: { totp: { variable: "a" } } })?.canBeSecret).toBe(true);
  expect(fill({ ...typed, value: { text: "Mr {{a}}" } })?.canBeSecret).toBe(false);
  const others: WrittenStep[] = [
    { type: "WAIT_FOR_TEXT", text: { variable: "a" } },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "a" },
    { type: "IF_VALUE", name: "a", equals: "1", then: [typed] },
    { type: "CLICK", selector: { text: "#{{a}}" } },
  ];
  for (const other of others) expect(fieldsOf(typed, other)[0]).toMatchObject({ name: "a", canBeSecret: false });
});

test("as many variables as fit in a template's text are read in time", () => {
  const texts = Array.from({ length: 30 }, (_, n) =>
    Array.from({ length: 1_000 }, (_, m) => `{{${(n * 1_000 + m).toString(36)}}}`).join(""),
  );
  const steps = texts.map((text): WrittenStep => ({ type: "FILL_INPUT", selector: "#a", value: { text } }));
  // Stored before their number was limited.
  const document = templateDocument.parse({ name: "One", steps });
  expect(processorMs(() => expect(variableFields(document)).toHaveLength(30_000))).toBeLessThan(2_000);
});

test("a summary names each variable, and what the step asks that waits for it", () => {
  const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
  const steps = [
    { type: "OPEN_PAGE", url: { variable: "page" } },
    { ...wait, prompt: "Code?", pattern: "[0-9]{6}" },
    { ...wait, prompt: "Again?" },
  ];
  expect(summarize(templateDocument.parse({ name: "A", description: "Signs in.", steps }))).toEqual({
    description: "Signs in.",
    variables: [
      { name: "page", late: false },
      { name: "code", late: true, prompt: "Code?", pattern: "[0-9]{6}" },
    ],
  });
});
