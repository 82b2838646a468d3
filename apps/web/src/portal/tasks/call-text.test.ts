import { expect, test } from "vitest";
import { callText } from "./task-facts.ts";

const field = { entry: "text" as const, late: false, cameLate: false, options: [], canBeSecret: true };
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

test("the call has everything but the key and the values", () => {
  const text = callText(call, "https://gatepost.example");
  const [, body = ""] = /^curl -s https:\/\/gatepost\.example\/createTask -d '(.*)'$/s.exec(text) ?? [];
  expect(JSON.parse(body)).toEqual({
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
