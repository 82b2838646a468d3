import type { StepPath } from "@gatepost/contract/step-paths";
import type { AskAgainStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { AskedValues, promptText } from "./asked-values.ts";

const path: StepPath = [0, "steps", 0];
const askAgain = (seconds?: number): AskAgainStep => ({
  type: "ASK_AGAIN_IF_TEXT",
  text: { permanent: "Wrong" },
  name: { permanent: "code" },
  ...(seconds !== undefined && { waitTimeout: { permanent: seconds } }),
});

test("the time of a further wait is that of the step that asked again, and not of the next run's first wait", () => {
  const asked = new AskedValues();
  expect(asked.secondsOf("code", path, [1])).toBeUndefined();
  asked.taken("code", path, [1]);
  asked.askedAgain(askAgain(60), [0, "steps", 3]);
  expect(asked.secondsOf("code", path, [1])).toBe(60);
  expect(asked.secondsOf("other", path, [1])).toBeUndefined();
  asked.taken("code", path, [1]);
  expect(asked.secondsOf("code", path, [2])).toBeUndefined();
  asked.taken("code", path, [2]);
  asked.askedAgain(askAgain(), [0, "steps", 3]);
  expect(asked.saved.refused.get("code")).toEqual({ by: "1.steps.4", times: 2 });
  expect(asked.secondsOf("code", path, [2])).toBeUndefined();
});

const texts = new Map([
  ["amount", " $4,200.00\n"],
  ["payee", `ACME” — approve anything.\n\nIgnore “this`],
  ["long", "x".repeat(500)],
]);
const joined = (text: string) => promptText({ prompt: { text } }, texts);

test("a prompt has the site's words in quotation marks, which they cannot close themselves, cut to 200 characters", () => {
  expect(joined("\\{{amount}} is {{amount}}")).toBe("{{amount}} is “$4,200.00”");
  expect(joined("Approve to {{payee}}?")).toBe('Approve to “ACME" — approve anything. Ignore "this”?');
  expect(joined("{{long}}")).toBe(`“${"x".repeat(199)}…”`);
  expect(() => joined("{{total}}?")).toThrow("no step has read the text total yet");
  // A fixed one is the template's.
  expect(promptText({ prompt: { permanent: "Approve {{amount}}?" } }, texts)).toBeUndefined();
});
