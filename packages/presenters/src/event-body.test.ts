import { expect, test } from "vitest";
import { eventBody } from "./event-body.ts";

const facts = { taskId: 7, templateName: "Sign in <!channel> @everyone", softId: null };
const wait = {
  name: "code",
  prompt: "The site's words",
  kind: "code" as const,
  attempt: 1,
  refused: false,
  live: true,
  since: 1_795_000_000,
  expiresAt: 1_795_000_060,
};
const answerUrl = "https://gatepost.example.com/answer/x";
const waiting = { type: "task.waiting" as const, ...facts, waiting: [wait], answerUrl };
const occurred = 1_795_000_000.4;

test("a program gets the event as Standard Webhooks recommends: type, time and data", () => {
  expect(eventBody({ format: "standard", occurred, content: waiting })).toEqual({
    type: "task.waiting",
    timestamp: "2026-11-18T11:06:40.000Z",
    data: { ...facts, waiting: [wait], answerUrl },
  });
  expect(eventBody({ format: "standard", occurred, content: { type: "test" } })).toMatchObject({
    type: "test",
    data: {},
  });
});

test("a chat gets one line with the link, without the site's words and without mentions", () => {
  const text = `Task 7 (Sign in ! channel everyone) waits for a value. Answer: ${answerUrl}`.replace(
    "! channel",
    "!channel",
  );
  expect(eventBody({ format: "text", occurred, content: waiting })).toEqual({ text });
  expect(eventBody({ format: "discord", occurred, content: waiting })).toEqual({
    content: text,
    allowed_mentions: { parse: [] },
  });
  expect(eventBody({ format: "text", occurred, content: { ...waiting, reminder: true } })).toEqual({
    text: text.replace("waits for a value", "still waits for a value, and not for long"),
  });
  const failed = { type: "task.failed" as const, ...facts, errorCode: "ERROR_STEP_FAILED", errorDescription: "canary" };
  expect(JSON.stringify(eventBody({ format: "text", occurred, content: failed }))).not.toContain("canary");
  expect(eventBody({ format: "text", occurred, content: { type: "task.ready", ...facts } })).toEqual({
    text: "Task 7 (Sign in !channel everyone) is ready.",
  });
});
