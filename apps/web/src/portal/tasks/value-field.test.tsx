import type { WaitKind } from "@gatepost/contract/steps/waits";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ValueField } from "./push-form.tsx";

const variable = {
  name: "answer",
  state: "awaited" as const,
  attempt: 1,
  length: null,
  suppliedAt: null,
  takenAt: null,
  awaitedAt: new Date(0),
  deadline: null,
  wait: null,
  prompt: null,
  options: ["red", "blue"],
};

test.each([
  ["yes_no", /<button[^>]*value="yes"[^>]*>Yes<\/button><button[^>]*value="no"[^>]*>No<\/button>/],
  ["choice", /<input[^>]*type="radio"[^>]*value="red".*<input[^>]*type="radio"[^>]*value="blue"/],
  ["number", /<input[^>]*inputMode="decimal"/],
  ["file", /<input[^>]*type="file"/],
  ["code", /<input[^>]*autoComplete="one-time-code"/],
] satisfies [WaitKind, RegExp][])("a wait of kind %s has its field", (kind, field) => {
  expect(renderToStaticMarkup(<ValueField variable={{ ...variable, kind }} />)).toMatch(field);
});

test("a password is hidden while it is typed, unless it is a code", () => {
  const shown = (name: string, kind: WaitKind) =>
    renderToStaticMarkup(<ValueField variable={{ ...variable, name, kind }} />).includes('type="password"');
  expect([shown("login_password", "text"), shown("word", "text"), shown("pin", "code")]).toEqual([true, false, false]);
});
