import type { StepPath } from "@gatepost/contract/step-paths";
import type { AskAgainStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { AskedValues } from "./asked-values.ts";

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
