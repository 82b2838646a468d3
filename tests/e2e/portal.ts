import { randomUUID } from "node:crypto";
import { createUser } from "@gatepost/domain/people/create-user";
import type { Page } from "@playwright/test";
import { expect, type TestInstallation } from "./flow.ts";

export const password = "a sentence is a good password";

export const newEmail = (): string => `${randomUUID()}@example.org`;

/** Signs up by the page, as a stranger does. */
export async function signUp(
  page: Page,
  installation: Pick<TestInstallation, "url">,
  email = newEmail(),
): Promise<string> {
  await page.goto(`${installation.url}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  return email;
}

/** Submits the form of the sign-in page. */
export async function signIn(
  page: Page,
  installation: Pick<TestInstallation, "url">,
  email: string,
  typed = password,
): Promise<void> {
  await page.goto(`${installation.url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(typed);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A hash takes long to make, and belongs to no user or installation. */
let passwordHash: string | undefined;

/** A hash of `password` as better-auth makes one: that of a user who signed up by the page. */
async function hashOfPassword(page: Page, { url, operator }: Pick<TestInstallation, "url" | "operator">) {
  const email = newEmail();
  await page.request.post(`${url}/api/trpc/account.signUp`, {
    headers: { origin: url },
    data: { json: { email, password } },
  });
  const credential = await operator.db.prisma.credential.findFirstOrThrow({
    where: { user: { email } },
    select: { password: true },
  });
  return credential.password ?? "";
}

/** A person of an account that is there, signed in without the page. Returns their email address. */
export async function enter(
  page: Page,
  installation: Pick<TestInstallation, "url" | "operator">,
  accountId: number,
  email = newEmail(),
): Promise<string> {
  const headers = { origin: installation.url };
  passwordHash ??= await hashOfPassword(page, installation);
  await createUser({ ctx: installation.operator, input: { email, passwordHash, account: { accountId } } });
  const answer = await page.request.post(`${installation.url}/api/auth/sign-in/email`, {
    headers,
    data: { email, password },
  });
  expect(answer.status()).toBe(200);
  return email;
}
