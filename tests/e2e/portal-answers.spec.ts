import type { Step } from "@gatepost/contract/steps";
import type { StepKind } from "@gatepost/contract/steps/waits";
import type { Locator } from "@playwright/test";
import { newTemplate } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** A person answers waits of every kind in the portal. */

const asked = (name: string, kind: StepKind): Step => ({
  type: "WAIT_FOR_VARIABLE_VALUE",
  name: { permanent: name },
  prompt: { permanent: `The ${name}?` },
  kind: { permanent: kind },
  ...(kind === "choice" && { options: { permanent: ["red", "blue"] } }),
});
// In reverse order of their names.
const steps: Step[] = [
  asked("yes", "yes_no"),
  asked("size", "number"),
  asked("paper", "file"),
  asked("colour", "choice"),
  asked("answer", "code"),
];
const late = "_WAIT_FOR_IT_";
const variables = { yes: late, size: late, paper: late, colour: late, answer: late };

/** Answers each wait in turn, in a panel that asks for one value. */
async function answerAll(panelOf: (name: string) => Locator) {
  const press = (name: string, button = "Send answer") => panelOf(name).getByRole("button", { name: button }).click();
  await press("yes", "Yes");
  await panelOf("size").getByLabel("Answer").fill("many");
  await press("size");
  await expect(panelOf("size").getByText("The answer must be a number, such as 12 or 3.5.")).toBeVisible();
  await panelOf("size").getByLabel("Answer").fill("12.5");
  await press("size");
  await panelOf("paper")
    .getByLabel("Answer")
    .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await press("paper");
  await panelOf("colour").getByLabel("blue").check();
  await press("colour");
  await expect(panelOf("answer").getByLabel("Answer", { exact: true })).toHaveAttribute(
    "autocomplete",
    "one-time-code",
  );
  await panelOf("answer").getByLabel("Answer", { exact: true }).fill("349001");
  await press("answer");
}

test("on a task's page, each kind of wait has its field, and what is asked now comes first", async ({
  installation,
  caller,
  page,
}) => {
  const taskId = await caller.run(steps, "/", variables);
  await enter(page, installation, caller.accountId);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(page.getByRole("heading", { name: "Waiting for yes" })).toBeVisible();
  const headings = page.getByRole("heading", { name: /^(● )?(Waiting for|Will ask for)/ });
  await expect(headings).toHaveText([/Waiting for yes/, ...["answer", "colour", "paper", "size"].map(willAsk)]);
  await expect(page.getByRole("button", { name: "Send answer" })).toHaveCount(0);
  await page.getByRole("button", { name: "Answer early answer" }).click();
  await expect(page.getByRole("button", { name: "Send answer" })).toHaveCount(1);
  await answerAll((name) =>
    page.locator("section", { has: page.getByRole("heading", { name: `Waiting for ${name}` }) }),
  );
  await caller.solution(taskId);
});

const willAsk = (name: string) => `Will ask for ${name}`;

test("in Try it, each kind of wait has its field", async ({ installation, caller, page }) => {
  const { operator, site, url } = installation;
  const name = await newTemplate(operator, caller, steps);
  await enter(page, installation, caller.accountId);
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  await page.getByLabel("Website URL").fill(`${site.url}/`);
  await page.getByRole("button", { name: /^Run/ }).click();
  const run = page.getByRole("region", { name: "Run" });
  await answerAll((one) => run.getByRole("region", { name: `Answer for ${one}` }));
  await expect(run.getByRole("heading", { name: "Succeeded" })).toBeVisible();
});
