import type { WrittenStep } from "@gatepost/contract/steps";
import type { StepKind } from "@gatepost/contract/steps/waits";
import { expect, test } from "./flow.ts";

/** A person answers waits of every kind in the portal. */

const asked = (name: string, kind: StepKind): WrittenStep => ({
  type: "WAIT_FOR_VARIABLE_VALUE",
  name,
  prompt: `The ${name}?`,
  kind,
  ...(kind === "choice" && { options: ["red", "blue"] }),
});
// In reverse order of their names.
const steps: WrittenStep[] = [
  asked("yes", "yes_no"),
  asked("size", "number"),
  asked("paper", "file"),
  asked("colour", "choice"),
  asked("answer", "code"),
];
const late = "_WAIT_FOR_IT_";
const variables = { yes: late, size: late, paper: late, colour: late, answer: late };

test("on a task's page, each kind of wait has its field, what is asked now comes first, and an answer link is promised to the clipboard", async ({
  installation,
  caller,
  portal: page,
}) => {
  // During the click, because Safari refuses it afterwards.
  await page.addInitScript(`
    navigator.clipboard.writeText = () => Promise.reject();
    navigator.clipboard.write = async ([item]) => {
      if (event?.type !== "click") throw new Error();
      window.copied = await (await item.getType("text/plain")).text();
    };`);
  const taskId = await caller.run(steps, "/", variables);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(page.getByRole("heading", { name: "Waiting for yes" })).toBeVisible();
  const headings = page.getByRole("heading", { name: /^(● )?(Waiting for|Will ask for)/ });
  const later = ["answer", "colour", "paper", "size"].map((name) => `Will ask for ${name}`);
  await expect(headings).toHaveText([/Waiting for yes/, ...later]);
  await page.getByRole("button", { name: "Copy answer link" }).first().click();
  await expect(page.getByText("Copied. Everyone who has the link can answer.")).toBeVisible();
  expect(await page.evaluate("copied")).toMatch(`${installation.url}/answer/`);
  await expect(page.getByRole("button", { name: "Send answer" })).toHaveCount(0);
  await page.getByRole("button", { name: "Answer early answer" }).click();
  await expect(page.getByRole("button", { name: "Send answer" })).toHaveCount(1);

  const panel = (name: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: `Waiting for ${name}` }) });
  const field = (name: string) => panel(name).getByLabel("Answer", { exact: true });
  const send = (name: string) => panel(name).getByRole("button", { name: "Send answer" }).click();
  await panel("yes").getByRole("button", { name: "Yes" }).click();
  await field("size").fill("many");
  await send("size");
  await expect(panel("size").getByText("The answer must be a number, such as 12 or 3.5.")).toBeVisible();
  await field("size").fill("12.5");
  await send("size");
  await field("paper").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await send("paper");
  await panel("colour").getByLabel("blue").check();
  await send("colour");
  await expect(field("answer")).toHaveAttribute("autocomplete", "one-time-code");
  await field("answer").fill("349001");
  await send("answer");
  await caller.solution(taskId);
});
