import { expect, test } from "vitest";
import { runCall } from "../tasks/task-facts.ts";

const field = { late: false, options: [], canBeSecret: false };
const variables = [
  { ...field, name: "login", entry: "text" as const },
  { ...field, name: "password", entry: "password" as const },
  { ...field, name: "terms", entry: "yes_no" as const },
  { ...field, name: "amount", entry: "number" as const },
  { ...field, name: "letter", entry: "file" as const },
  { ...field, name: "code", entry: "code" as const, late: true },
];

test("the call has what was entered, by its kind, but no password and no file", () => {
  const entered = [
    { name: "login", value: "it's ada" },
    { name: "password", value: "lovelace" },
    { name: "terms", value: "yes" },
    { name: "amount", value: "12.5" },
    { name: "letter", value: '{"name":"a.pdf","base64":"JVBERg=="}' },
    { name: "code", value: null },
  ];
  const text = runCall({
    origin: "https://gatepost.example",
    key: "YOUR_KEY",
    template: { templateName: "Pay" },
    websiteURL: "https://example.org/",
    onFailure: "ask",
    variables,
    entered,
  });
  const [, body = ""] = /^curl -s https:\/\/gatepost\.example\/createTask -d '(.*)'$/s.exec(text) ?? [];
  expect(body).not.toContain("'");
  expect(JSON.parse(body)).toEqual({
    clientKey: "YOUR_KEY",
    task: {
      type: "AntiGateTask",
      websiteURL: "https://example.org/",
      templateName: "Pay",
      onFailure: "ask",
      variables: {
        login: "it's ada",
        password: "…",
        terms: true,
        amount: 12.5,
        letter: { name: "…", base64: "…" },
        code: "_WAIT_FOR_IT_",
      },
    },
  });
});
