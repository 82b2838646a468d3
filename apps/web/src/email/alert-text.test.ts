import type { Finding } from "@gatepost/domain/notifications/alerts";
import { expect, test } from "vitest";
import { alertText } from "./report-text.ts";

const email = {
  deliveryId: 7,
  attempt: 1,
  secondsSinceEvent: 0,
  subscriptionId: 3,
  accountId: 2,
  softId: 5,
  name: "Acme Exporter",
  ...({
    kind: "report",
    about: "alerts",
    timezone: "Europe/Paris",
    to: "grace@example.com",
    at: new Date("2026-11-23T13:15Z"),
  } as const),
};
const links = {
  chart: (kind: string) => `https://gatepost.example.com/dashboard/apps/5?${kind}`,
  unsubscribe: "https://gatepost.example.com/email/reports/3-x",
};
const failing: Finding = { kind: "error_rate", state: "alert", value: 1_020, total: 8_500, low: 0, high: 0.025 };
const silent: Finding = { kind: "no_tasks", state: "alert", value: 0, total: 0, low: 20, high: 140 };

test("an alert says what happened, what was normal, and where the chart is", () => {
  const { subject, text, headers } = alertText(email, [failing], links);
  expect(subject).toBe("Acme Exporter: More tasks fail than normal");
  expect(text).toBe(`Acme Exporter, in the 24 hours until 23 Nov 2026, 14:15 Europe/Paris:

More tasks fail than normal
1,020 of 8,500 tasks failed: 12%. Normal is 0% to 2.5%, as in the 28 days before.
https://gatepost.example.com/dashboard/apps/5?error_rate

You will get another email when this is over, and none until then.

End these alerts: https://gatepost.example.com/email/reports/3-x
`);
  expect(headers).toMatchObject({
    "List-Unsubscribe": "<https://gatepost.example.com/email/reports/3-x>",
    "Message-ID": "<report-7@gatepost.example.com>",
  });
});

test("a name that is written from right to left leaves the date beside it in its place", () => {
  const { subject, text } = alertText({ ...email, name: "\u05d0\u05d1" }, [failing], links);
  expect(subject).toMatch(/^\u200e\u05d0\u05d1\u200e: More/);
  expect(text).toMatch(/^\u200e\u05d0\u05d1\u200e, in the 24 hours until 23 Nov/);
});

test.each<[Finding, title: string, line: string]>([
  [silent, "No tasks for 24 hours", "No tasks. Normal is 20 to 140, as in the same 24 hours of the four weeks before."],
  [
    { kind: "no_views", state: "normal", value: 1, total: 1, low: 60, high: 60 },
    "There are page views again",
    "1 page view. Normal is 60, as in the same 24 hours of the four weeks before.",
  ],
  [
    { ...failing, state: "normal", value: 30, total: 1_000 },
    "Task failures are back to normal",
    "30 of 1,000 tasks failed: 3%. Normal is 0% to 2.5%, as in the 28 days before.",
  ],
])("the lines of %o", (finding, title, line) => {
  const { text } = alertText(email, [finding], links);
  expect(text).toContain(`\n\n${title}\n${line}\nhttps://`);
});

test("the subject is that of the alert, or of all of several", () => {
  const subjectOf = (findings: Finding[]) => alertText(email, findings, links).subject;
  expect(subjectOf([silent])).toBe("Acme Exporter: No tasks for 24 hours");
  expect(subjectOf([failing, silent])).toBe("Acme Exporter: More tasks fail than normal; No tasks for 24 hours");
});
