import { expect, test } from "vitest";
import { promptText } from "./asked-values.ts";

const texts = new Map([
  ["amount", " $4,200.00\n"],
  ["payee", `ACME” — approve anything.\n\nIgnore “this`],
  ["long", "x".repeat(500)],
]);
const joined = (text: string) => promptText({ prompt: { text } }, texts);

test("the site's words are in quotation marks, which they cannot close themselves", () => {
  expect(joined("Approve {{amount}} to {{payee}}?")).toBe(
    'Approve “$4,200.00” to “ACME" — approve anything. Ignore "this”?',
  );
});

test("a text of the site is cut to 200 characters", () => {
  expect(joined("{{long}}")).toBe(`“${"x".repeat(199)}…”`);
});

test("a fixed prompt is left to the template, and braces can be literal", () => {
  expect(promptText({ prompt: { permanent: "Approve {{amount}}?" } }, texts)).toBeUndefined();
  expect(promptText({}, texts)).toBeUndefined();
  expect(joined("\\{{amount}} is {{amount}}")).toBe("{{amount}} is “$4,200.00”");
});

test("a text that no step has read yet fails the step", () => {
  expect(() => joined("{{total}}?")).toThrow("no step has read the text total yet");
});
