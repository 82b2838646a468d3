import { devices, expect, type Page } from "@playwright/test";
import { newEmail, newPortalSession, password } from "../portal-session.ts";
import type { Web } from "./web.ts";

/** Signs up by the page, as a stranger does. */
export async function signUp(page: Page, installation: Pick<Web, "url">, email = newEmail()): Promise<string> {
  await page.goto(`${installation.url}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  return email;
}

/** A person of an account that is there, signed in without the page. Returns their email address. */
export async function enter(
  page: Page,
  installation: Pick<Web, "url" | "operator">,
  accountId: number,
  email = newEmail(),
): Promise<string> {
  const { userAgent } = devices["Desktop Chrome"];
  const cookie = await newPortalSession(installation, accountId, { email, userAgent });
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: installation.url, httpOnly: true, sameSite: "Lax" }]);
  return email;
}

/** Whether somebody can sign in. If so, the page is signed in too. */
export async function canSignIn(page: Page, web: Pick<Web, "url">, email: string, typed = password): Promise<boolean> {
  await page.context().clearCookies();
  const answer = await page.request.post(`${web.url}/api/auth/sign-in/email`, {
    headers: { origin: web.url },
    data: { email, password: typed },
  });
  expect([200, 401]).toContain(answer.status());
  return answer.ok();
}
