import { waitForIt } from "@gatepost/contract/limits";
import { newSecret, newTemplate } from "../factories.ts";
import { expect, test } from "./flow.ts";

/** Run: a template becomes a task by a form made from its variables. */

const builtIn = "Sign-in with 2FA and wait for control text";

test("a built-in template is run without a terminal, with a stored secret in place of its password", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { operator, site, url } = installation;
  await newSecret(operator, caller, { name: "site password", value: "lovelace", domains: ["127.0.0.1"] });
  await page.goto(`${url}/dashboard/tasks`);
  const empty = page.locator("div", { has: page.getByRole("heading", { name: "No tasks yet" }) }).last();
  await empty.getByRole("link", { name: "Run a template" }).click();
  await expect(page.getByRole("heading", { name: "Run a template", level: 1 })).toBeVisible();
  await page.getByLabel("Template", { exact: true }).selectOption({ label: builtIn });
  await expect(page).toHaveURL(/run\?template=Sign-in/);

  await page.getByLabel("Website URL").fill(`${site.url}/login`);
  const values = page.getByRole("group", { name: "Values" });
  await expect(values.getByRole("textbox"), "in the order of first use").toHaveCount(3);
  await values.getByLabel("Login", { exact: true }).fill("ada");
  await expect(values.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  await values.getByRole("switch", { name: "Password: use a stored secret" }).check();
  await values.getByLabel("Stored secret for Password").selectOption("site password");
  await expect(values.getByRole("switch", { name: "2FA: somebody will answer" })).toBeChecked();
  await expect(values.getByText("Enter the code that the site has just sent.")).toBeVisible();
  await values.getByLabel("Control text").fill("Welcome, Ada");
  // Filled in for the demo site, they are folded.
  await page.getByText("The page's elements", { exact: true }).click();
  const elements = page.getByRole("group", { name: "The page's elements" });
  await elements.getByLabel("Login input").fill("#login");
  await elements.getByLabel("Password input").fill("#password");
  await elements.getByLabel("2FA input").fill("#2facode");

  await page.getByText("The call that does the same").click();
  const call = page.getByRole("region", { name: "The call that does the same" });
  await expect(call).toContainText(`curl -s ${url}/createTask`);
  await expect(call).toContainText(`"2fa_input_value": "${waitForIt}"`);
  await expect(call).toContainText('"secret": "site password"');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // portal-newcomer and portal-task answer it.
  await expect(page.getByRole("heading", { name: "Waiting for 2fa_input_value" })).toBeVisible();
  expect(site.submissions("/login").at(-1)?.fields).toEqual({ login: "ada", password: "lovelace" });
});

test("an own template is run from the gallery and from its editor; a run whose response is lost is the same task when it is sent again", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { operator, site, url } = installation;
  const name = await newTemplate(operator, caller, [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "say", prompt: "What does it say?" },
    { type: "WAIT_FOR_TEXT", text: { variable: "say" } },
    { type: "TAKE_SCREENSHOT" },
  ]);
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: "Run", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Template" })).toHaveValue(name);

  await page.goto(`${url}/dashboard/templates`);
  await page.getByRole("link", { name: `Run ${name}` }).click();
  await page.getByLabel("Website URL").fill(`${site.url}/text?say=hello`);
  // What is known is not asked later.
  await page.getByRole("switch", { name: "Say: somebody will answer" }).uncheck();
  await page.getByLabel("Say", { exact: true }).fill("hello");
  await page.route(
    /tasks\.create/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.click();
  await expect(page.getByRole("alert").filter({ hasText: "The service cannot be reached." })).toBeVisible();
  await run.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  expect((await caller.client.listTasks({})).tasks).toHaveLength(1);
});

test("what keeps a task from being created is said in the form, which keeps what was entered", async ({
  installation,
  portal: page,
}) => {
  await page.goto(`${installation.url}/dashboard/run?template=Full-page%20screenshot`);
  await page.getByLabel("Website URL").fill("http://10.0.0.1/");
  await page.getByLabel("Control text").fill("Hello");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "It is on a network that Gatepost blocks" })).toBeVisible();
  await expect(page.getByLabel("Control text")).toHaveValue("Hello");

  const leaving = [
    () => page.getByRole("link", { name: "Balance" }).click(),
    () => page.getByLabel("Template", { exact: true }).selectOption({ index: 0 }),
  ];
  for (const leave of leaving) {
    const asked = page.waitForEvent("dialog");
    await Promise.all([
      leave(),
      asked.then(async (dialog) => {
        expect(dialog.message()).toContain("Leave without them?");
        await dialog.dismiss();
      }),
    ]);
    await expect(page.getByLabel("Control text")).toHaveValue("Hello");
  }

  await page.goto(`${installation.url}/dashboard/run?template=No%20such%20template`);
  await expect(page.getByText("No template of this name is visible to your account.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
});
