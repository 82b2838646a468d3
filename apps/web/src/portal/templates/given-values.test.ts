import { expect, test } from "vitest";
import { chosenSecrets, enteredVariables, type VariableField, withSecrets } from "./given-values.ts";

const field = (name: string, more: Partial<VariableField> = {}): VariableField => ({
  name,
  late: false,
  entry: "text",
  options: [],
  canBeSecret: true,
  ...more,
});

test("what somebody will answer has no value yet, and what a stored secret replaces is not sent", () => {
  const values = new Map([
    ["login", { text: "ada", isLate: false }],
    ["password", { text: "typed before", isLate: false, secret: "bank" }],
  ]);
  const variables = [
    field("login"),
    field("password", { entry: "password" }),
    field("code", { late: true, entry: "code" }),
    field("button_css", { entry: "element" }),
  ];
  expect(enteredVariables(variables, values)).toEqual([
    { name: "login", value: "ada", kind: "text" },
    { name: "code", value: null, kind: "code" },
    { name: "button_css", value: "" },
  ]);
  expect(chosenSecrets(values)).toEqual(new Map([["password", "bank"]]));
});

test("a stored secret replaces a variable wherever it is used, nested steps and one-time codes included", () => {
  const step = (value: object) => ({ type: "FILL_INPUT", selector: { permanent: "#a" }, value });
  const document = (value: object) => ({ steps: [step(value), { type: "IF_TEXT", then: [step({ totp: value })] }] });
  const secrets = new Map([["key", "bank 2fa"]]);
  expect(withSecrets(document({ variable: "key" }), secrets)).toEqual(document({ secret: "bank 2fa" }));
  const others = document({ variable: "login" });
  expect(withSecrets(others, secrets)).toEqual(others);
});
