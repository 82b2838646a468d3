import { createApplication } from "@gatepost/domain/applications/applications";
import type { Locator, Page } from "@playwright/test";
import { password } from "../portal-session.ts";
import { expect, signIn as signInTask, test } from "./flow.ts";
import { pagesOf } from "./pages.ts";
import { enter } from "./portal.ts";

/** On a slow device people type and press Enter before React has hydrated the page. Nothing of that is sent or lost. */

const scripts = /\/_next\/static\/.*\.js(\?|$)/;

/** Opens a page whose scripts do not come before `release` is called. */
async function openUnhydrated(page: Page, address: string): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  // Kept where another page is loaded by it.
  await page.addInitScript(`addEventListener("submit", ({ defaultPrevented }) => {
    if (!defaultPrevented) sessionStorage.setItem("submitted", "by the browser");
  })`);
  await page.goto(address, { waitUntil: "domcontentloaded" });
  return { release };
}

/** Fills fields, presses Enter in each and clicks the button, of which the browser itself makes nothing. */
async function tryEarly(page: Page, fields: [Locator, string][], button: Locator): Promise<void> {
  const address = page.url();
  for (const [field, text] of fields) {
    await field.fill(text);
    await field.press("Enter");
  }
  await button.click({ force: true });
  expect(await page.evaluate("sessionStorage.getItem('submitted')")).toBeNull();
  expect(page.url()).toBe(address);
}

test("what was typed into a form and submitted too early is neither in the address nor lost, and its button looks the same", async ({
  installation,
  caller,
  page,
}) => {
  const { operator, url } = installation;
  const { softId } = await createApplication({
    ctx: operator,
    input: { accountId: caller.accountId, name: "Acme", description: "Fast." },
  });
  const email = await enter(page, installation, caller.accountId);
  await page.context().clearCookies();
  const field = (label: string) => page.getByLabel(label, { exact: true });

  async function submitEarly(path: string, entered: Record<string, string>, name: string): Promise<void> {
    const { release } = await openUnhydrated(page, `${url}/${path}`);
    const button = page.getByRole("button", { name, exact: true });
    await tryEarly(
      page,
      Object.entries(entered).map(([label, text]) => [field(label), text]),
      button,
    );
    await expect(button).toHaveCSS("opacity", "1");
    release();
    await button.click();
  }

  await submitEarly("sign-in", { Email: email, Password: password }, "Sign in");
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();

  await submitEarly("dashboard/keys", { Name: "shop server" }, "Create key");
  await expect(page.getByRole("listitem").filter({ hasText: "shop server" })).toBeVisible();

  await submitEarly(`dashboard/apps/${softId}/settings`, { Name: "Acme Exporter", Version: "2.4.1" }, "Save changes");
  await expect(page.getByText("Saved.")).toBeVisible();
  const changed = { name: "Acme Exporter", description: "Fast.", version: "2.4.1" };
  expect(await operator.db.prisma.application.findUniqueOrThrow({ where: { id: softId } })).toMatchObject(changed);
});

test("a file that would be chosen, and a text that would be changed, too early cannot be yet", async ({
  installation,
  caller,
  page,
}) => {
  const { accountId } = caller;
  const input = { accountId, name: "Acme", description: "Fast." };
  const { softId } = await createApplication({ ctx: installation.operator, input });
  await enter(page, installation, accountId);
  const create = await openUnhydrated(page, `${installation.url}/dashboard/new-template`);
  await expect(page.getByLabel("Recording")).toBeDisabled();
  create.release();
  await expect(page.getByLabel("Recording")).toBeEnabled();

  const settings = await openUnhydrated(page, `${installation.url}/dashboard/apps/${softId}/settings`);
  await expect(page.getByLabel("Description")).not.toBeEditable();
  settings.release();
  await expect(page.getByLabel("Description")).toBeEditable();
});

test("on every page, each form that a script submits has a button that is disabled without it", async ({
  installation,
  caller,
  page,
}) => {
  const { accountId } = caller;
  const { softId } = await createApplication({ ctx: installation.operator, input: { accountId, name: "Acme" } });
  const { taskId } = await caller.client.createTask({ ...signInTask(installation.site), softId });
  await caller.untilWaiting(taskId, "2fa_input_value");
  const { signedOut, signedIn } = pagesOf({ softId, taskId, token: "none" });
  await page.route(scripts, (route) => route.abort());
  // What the browser itself submits says where to.
  const forms = page.locator("form:not([action])");
  const guarded = forms.filter({ has: page.locator("[type=submit]:disabled") });
  let found = 0;
  for (const path of [...signedOut, ...signedIn]) {
    if (path === signedIn[0]) await enter(page, installation, accountId);
    await page.goto(installation.url + path);
    found += await forms.count();
    expect(await guarded.count(), path).toBe(await forms.count());
    expect(await forms.locator("[type=submit]:enabled").count(), path).toBe(0);
  }
  expect(found).toBeGreaterThan(10);
});
