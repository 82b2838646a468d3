import { createApplication } from "@gatepost/domain/applications/applications";
import { password } from "../portal-session.ts";
import { expect, test } from "./flow.ts";
import { enter, signUp } from "./portal.ts";

test("a stranger signs up, has the credit, signs out, and signs in again, with the right password only", async ({
  installation,
  page,
}) => {
  const email = await signUp(page, installation);
  await expect(page.getByText("$1.00 available", { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${installation.url}/dashboard/account`);
  await expect(other.getByRole("button", { name: "Sign out" }).first(), "the page is hydrated").toBeEnabled();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Sign in", level: 1 }), "another tab").toBeVisible();
  await other.close();
  await page.goto(`${installation.url}/dashboard/keys`);
  await expect(page, "nobody is signed in").toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The email or password is not correct")).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out" }), "the page is hydrated").toBeEnabled();
  // Safari comes back to the page as it was left, and tells it so.
  await page.context().clearCookies();
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("S17: a deep link keeps its query and fragment through signing in, and a forged one leads to the dashboard", async ({
  installation,
  caller: { accountId },
  page,
}) => {
  const email = await enter(page, installation, accountId);
  const details = { accountId, name: "Acme", downloadUrl: `${installation.site.url}/text?say=elsewhere` };
  const { softId } = await createApplication({ ctx: installation.operator, input: details });
  const enterBy = async (path: string) => {
    await page.context().clearCookies();
    // From another document, since a new fragment alone fetches nothing.
    await page.goto("about:blank");
    await page.goto(installation.url + path);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    return page.url();
  };
  const report = `/dashboard/apps/${softId}?mode=views&range=today`;
  expect(await enterBy(`${report}#notes`)).toBe(`${installation.url}${report}#notes`);
  const forged = `/dashboard/../apps/${softId}/download`;
  expect(await enterBy(`/sign-in?next=${encodeURIComponent(forged)}`)).toBe(`${installation.url}/dashboard`);
});
