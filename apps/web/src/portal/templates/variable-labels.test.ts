import { expect, test } from "vitest";
import { variableLabels } from "./variable-labels.ts";

const labelsOf = (...names: string[]) => [...variableLabels(names).values()];

test("a label is the name without what says how it is used", () => {
  const names = ["login_input_value", "password_input_css", "2fa_input_value", "control_text", "orderNumber", "value"];
  expect(labelsOf(...names)).toEqual(["Login", "Password input", "2FA", "Control text", "Order number", "Value"]);
});

test("no two labels are the same, and none is empty", () => {
  expect(labelsOf("login", "login_value", "code")).toEqual(["login", "login_value", "Code"]);
  expect(labelsOf("_", "手机")).toEqual(["_", "手机"]);
});
