import { expect, test } from "vitest";
import { readSelector } from "./selector.ts";

test.each([
  ["#2facode", { css: '[id="2facode"]' }],
  ["a[href='x']", { css: "a[href='x']" }],
  ["text=Sign in", { text: "Sign in", exact: false }],
  ['text="Sign in"', { text: "Sign in", exact: true }],
  ["text=a >> b", { text: "a >> b", exact: false }],
  ["label=Email", { label: "Email", exact: false }],
  ["role=button", { role: "button", name: undefined }],
  ['role=button[name="Send it"]', { role: "button", name: "Send it" }],
  [String.raw`role=button[name="Say \"hi\""]`, { role: "button", name: 'Say "hi"' }],
  ["role=button[name=Send]", { problem: expect.stringContaining("role=button") }],
  [`text="it's"`, { text: "it's", exact: true }],
  ["xpath=//tr[2", { problem: "has a bracket that is not closed, or not opened" }],
  ["xpath=//tr[@a='x]", { problem: "has a quote that is not closed" }],
  ["xpath=//tr[2]", { xpath: "//tr[2]" }],
  ["text=", { problem: "names nothing after text=" }],
  ["role=Button!", { problem: expect.stringContaining("role=button") }],
  ["xpath=//a >> b", { problem: expect.stringContaining(">>") }],
  ["a >> b", { problem: expect.stringContaining(">>") }],
  [`#${"a".repeat(65_536)}`, { problem: "is longer than 65536 characters" }],
])("%j is read", (selector, kind) => {
  expect(readSelector(selector)).toEqual(kind);
});
