import type { WrittenStep } from "@gatepost/contract/steps";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { newTemplate } from "../factories.ts";
import { rows } from "./editor.ts";
import { expect, test } from "./flow.ts";

/** Try it: a draft runs, and its steps and pictures are seen as they happen. */

const fill = (css: string | string[], variable: string): WrittenStep => ({
  type: "FILL_INPUT",
  selector: css,
  value: { variable },
});
const steps: WrittenStep[] = [
  fill(["#user", "#login"], "login"),
  fill("#password", "password"),
  { type: "PRESS_KEY", key: "Enter" },
  { type: "WAIT_FOR_ELEMENT", selector: "#2facode" },
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", prompt: "Enter the code." },
  fill("#2facode", "code"),
  { type: "PRESS_KEY", key: "Enter" },
  { type: "WAIT_FOR_TEXT", text: "Welcome, Ada" },
  { type: "TAKE_SCREENSHOT" },
];

test("a draft is tried in the browser that More settings describe: its steps appear as they happen, the late value is asked for, nothing is saved", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { operator, site, url } = installation;
  const name = await newTemplate(operator, caller, steps);
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  const values = page.getByRole("group", { name: "Values" });
  await values.getByLabel("Login", { exact: true }).fill("ada");
  await values.getByLabel("Password", { exact: true }).fill("lovelace");
  await expect(values.getByRole("switch", { name: "Code: somebody will answer" })).toBeChecked();
  await page.getByLabel("Website URL").fill(`${site.url}/login`);
  const settings = page.getByLabel("The browser, as JSON");
  await expect(settings).toBeHidden();
  await page.getByText("More settings").click();
  await settings.fill('{"viewport": ');
  await page.getByText("More settings").click();
  await page.getByRole("button", { name: /^Run/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This is not a JSON object." })).toBeVisible();
  await settings.fill('{"viewport": {"width": 390}}');
  await page.getByRole("button", { name: /^Run/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "task.viewport.height" })).toBeVisible();
  const viewport = { width: 390, height: 500 };
  await settings.fill(JSON.stringify({ viewport, locale: "pt-PT", cookies: [{ name: "consent", value: "yes" }] }));
  await page.getByLabel("HTTP user name").fill("ada");
  await page.locator("input[type=password]").and(page.getByLabel("HTTP password")).fill("love:lace");
  const sent = page.waitForRequest(/tasks\.create/);
  await page.getByRole("button", { name: /^Run/ }).click();
  expect((await sent).postData()).toContain('"httpAuth":{"username":"ada","password":"love:lace"}');

  const run = page.getByRole("region", { name: "Run" });
  await expect(run.getByRole("listitem").filter({ hasText: "WAIT_FOR_VARIABLE_VALUE" })).toContainText("in progress");
  await expect(run.getByText("Enter the code.")).toBeVisible();
  const picture = (place: number) => run.getByRole("img", { name: `The page at step ${place}`, exact: true });
  await expect(picture(5), "the latest one").toBeVisible();
  await expect
    .poll(() => picture(1).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(390);
  const answer = run.getByLabel("Answer", { exact: true });
  await expect(answer, "in sight, however many steps there are").toBeInViewport();
  await answer.fill(rightCode);
  await run.getByRole("button", { name: "Send answer" }).click();
  await expect(run.getByRole("heading", { name: "Succeeded" })).toBeVisible();
  await expect(picture(9)).toBeVisible();
  await expect(rows(page).first(), "another selector matched").toContainText("1 warning");
  const taskId = Number((await run.getByRole("link", { name: /^Task / }).textContent())?.slice(5));
  expect((await caller.solution(taskId)).cookies).toMatchObject({ consent: "yes" });
  const { currentVersion } = await operator.db.prisma.template.findFirstOrThrow({
    where: { accountId: caller.accountId, name },
    select: { currentVersion: { select: { number: true } } },
  });
  expect(currentVersion?.number).toBe(1);
});
