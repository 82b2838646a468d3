import { createApplication } from "@gatepost/domain/applications/create-application";
import { expect, test } from "./flow.ts";
import { newEmail, password, signIn, signUp } from "./portal.ts";

test("a stranger signs up, has the credit, signs out, and signs in again", async ({ installation, page }) => {
  const email = await signUp(page, installation);
  await expect(page.getByText("$1.00 available", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await page.goto(`${installation.url}/dashboard/keys`);
  await expect(page, "nobody is signed in").toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
});

test("S17: a deep link keeps its query and fragment through signing in, and a forged one leads to the dashboard", async ({
  installation,
  page,
}) => {
  const email = await signUp(page, installation);
  const { accountId } = await installation.operator.db.prisma.user.findUniqueOrThrow({ where: { email } });
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
  expect(await enterBy(report)).toBe(installation.url + report);
  expect(await enterBy(`${report}#notes`)).toBe(`${installation.url}${report}#notes`);
  for (const next of [
    `/dashboard/../apps/${softId}/download`,
    "/dashboard/..//host",
    `${installation.site.url}/dashboard`,
  ])
    expect(await enterBy(`/sign-in?next=${encodeURIComponent(next)}`), next).toBe(`${installation.url}/dashboard`);
});

test("a wrong password and an unknown address get the same answer", async ({ installation, page }) => {
  const email = await signUp(page, installation);
  await page.context().clearCookies();
  const said: (string | null)[] = [];
  for (const [who, typed] of [
    [email, "not the password"],
    [newEmail(), password],
  ] as const) {
    await signIn(page, installation, who, typed);
    said.push(await page.locator("form [role=alert]").textContent());
  }
  expect(said[0]).toContain("The email or password is not correct");
  expect(said[1]).toBe(said[0]);
});

test("signing up with a taken address answers as with a free one, and changes nothing", async ({
  installation,
  page,
}) => {
  const email = await signUp(page, installation);
  const answers = [];
  for (const who of [email, newEmail()]) {
    const answer = await page.request.post(`${installation.url}/api/trpc/account.signUp`, {
      headers: { origin: installation.url },
      data: { json: { email: who, password: "another password" } },
    });
    answers.push([answer.status(), await answer.text()]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await page.context().clearCookies();
  await signIn(page, installation, email);
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
});

test("no other site can change anything with somebody's cookies", async ({ installation, page }) => {
  await signUp(page, installation);
  for (const headers of [{ origin: "https://evil.example" }, {}, { origin: "null" }] as Record<string, string>[]) {
    const made = await page.request.post(`${installation.url}/api/trpc/keys.create`, {
      headers,
      data: { json: { name: "stolen", readOnly: false, addresses: [] } },
    });
    expect(made.status()).toBe(403);
  }
  const plain = await page.request.post(`${installation.url}/api/trpc/keys.create`, {
    headers: { origin: installation.url, "content-type": "text/plain" },
    data: "{}",
  });
  expect(plain.status()).toBe(403);
  const out = await page.request.post(`${installation.url}/api/auth/sign-out`, {
    headers: { origin: "https://evil.example" },
    data: {},
  });
  expect(out.status()).toBe(403);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});
