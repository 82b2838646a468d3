import { expect, test } from "vitest";
import { templateTool, toolName } from "./tools.ts";

test("the name of a tool follows from the template's name alone, and two names never share one", () => {
  expect(toolName("Sign-in with 2FA and wait for control text")).toBe(
    "run_sign_in_with_2fa_and_wait_for_control_text_600c9b",
  );
  const names = ["Sign in", "sign in", "sign-in", "Überweisung", "支払い", "支払", " ", "x".repeat(200)].map(toolName);
  expect(new Set(names).size).toBe(names.length);
  // What applications accept.
  for (const name of names) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
});

test("each variable is an argument with its prompt, kind and pattern, except those that come later", () => {
  const { description, inputSchema } = templateTool({
    name: "Transfer",
    description: "Sends money.",
    version: 1,
    builtIn: false,
    updated: 1,
    variables: [
      { name: "payee", late: false },
      { name: "amount", late: false, kind: "number", prompt: "How much?" },
      { name: "iban", late: false, kind: "text", pattern: "[A-Z0-9]+" },
      { name: "code", late: true, prompt: "Which code?" },
    ],
  });
  expect(inputSchema.required).toEqual(["websiteURL", "variables"]);
  expect(inputSchema.properties?.variables).toEqual({
    type: "object",
    properties: {
      payee: {},
      amount: { type: "number", description: "How much?" },
      iban: { type: "string", pattern: "^(?:[A-Z0-9]+)$" },
    },
    required: ["payee", "amount", "iban"],
    additionalProperties: false,
  });
  expect(description).toBe('Sends money. It asks a person for code ("Which code?").');
});
