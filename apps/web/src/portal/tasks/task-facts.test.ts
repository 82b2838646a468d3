import { expect, test } from "vitest";
import { callText, openVariables, runCall, withSteps } from "./task-facts.ts";

const field = { entry: "text" as const, late: false, cameLate: false, options: [], canBeSecret: true };

/** The body that the command of a text sends. */
function bodyOf(text: string): unknown {
  const [, body = ""] = /^curl -s https:\/\/gatepost\.example\/createTask -d '(.*)'$/s.exec(text) ?? [];
  expect(body).not.toContain("'");
  return JSON.parse(body);
}

test("the call of a task has everything but the key and the values", () => {
  const call = {
    templateName: "Sign in",
    draft: null,
    websiteUrl: "https://example.org/it's",
    domainsOfInterest: [],
    callbackUrl: "https://example.org/done",
    callbackOn: ["waiting" as const],
    notify: ["ann@example.org"],
    softId: 7,
    session: null,
    onFailure: "ask" as const,
    variables: [
      { ...field, name: "login" },
      { ...field, name: "code", late: true, cameLate: true },
    ],
  };
  expect(bodyOf(callText(call, "https://gatepost.example"))).toEqual({
    clientKey: "YOUR_KEY",
    softId: 7,
    callbackUrl: "https://example.org/done",
    callbackOn: ["waiting"],
    notify: ["ann@example.org"],
    task: {
      type: "AntiGateTask",
      websiteURL: "https://example.org/it's",
      templateName: "Sign in",
      onFailure: "ask",
      variables: { login: "…", code: "_WAIT_FOR_IT_" },
    },
  });
});

test("the call of a run has what was entered, by its kind, but no password and no file", () => {
  const entered = [
    { ...field, name: "login", value: "it's ada" },
    { ...field, name: "password", entry: "password" as const, value: "lovelace" },
    { ...field, name: "terms", entry: "yes_no" as const, value: "yes" },
    { ...field, name: "amount", entry: "number" as const, value: "12.5" },
    { ...field, name: "letter", entry: "file" as const, value: '{"name":"a.pdf","base64":"JVBERg=="}' },
    { ...field, name: "code", entry: "code" as const, late: true, value: null },
  ];
  const text = runCall({
    origin: "https://gatepost.example",
    key: "YOUR_KEY",
    template: { templateName: "Pay" },
    websiteURL: "https://ada:love:l@ce@example.org/me@home",
    onFailure: "ask",
    variables: entered,
    entered: entered.map(({ name, value }) => ({ name, value })),
  });
  expect(bodyOf(text)).toMatchObject({
    task: {
      websiteURL: "https://ada:…@example.org/me@home",
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

const step = (stepId: number, outcome: string | null = "done") => ({ stepId, outcome });

test("steps that are known are replaced in their page, and new ones join the last one", () => {
  const pages = [
    { items: [step(1), step(2)], next: 2 },
    { items: [step(3, null)], next: null },
  ];
  expect(withSteps(pages, [step(2, "failed"), step(3), step(4, null)])).toEqual([
    { items: [step(1), step(2, "failed")], next: 2 },
    { items: [step(3), step(4, null)], next: null },
  ]);
  const unloaded = [{ items: [step(1)], next: 1 }];
  expect(withSteps(unloaded, [step(1), step(9)]), "new ones wait for the pages before them").toEqual(unloaded);
});

test("what is asked for now comes first, the others follow in their order, and taken ones are gone", () => {
  const variable = (name: string, awaitedAt: Date | null, state = "awaited") => ({ name, awaitedAt, state });
  const asked = new Date();
  const open = openVariables([
    variable("answer", null),
    variable("colour", null, "supplied"),
    variable("paper", null, "taken"),
    variable("yes", asked),
  ]);
  expect(open.map(({ name }) => name)).toEqual(["yes", "answer", "colour"]);
});
