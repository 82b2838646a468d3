import type { Locator } from "@playwright/test";
import { newEmail, password } from "../portal-session.ts";
import { expect, test } from "./flow.ts";
import { openShell } from "./shell.ts";

test("U1: from signing up to an application's first number, by what pages show alone, in at most eight clicks", async ({
  installation,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await using shell = openShell({ cwd: "/", env: { PATH: process.env.PATH ?? "" } });
  let clicks = 0;
  const click = async (what: Locator) => {
    await what.click();
    clicks++;
  };
  const paste = async () => {
    const { code, output } = await shell.run(await page.evaluate<string>("navigator.clipboard.readText()"));
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('"errorId":0') });
  };
  const guide = page.getByRole("region", { name: "First steps" });
  await page.goto(`${installation.url}/sign-up`);
  await page.getByLabel("Email").fill(newEmail());
  await page.getByLabel("Password").fill(password);
  await click(page.getByRole("button", { name: "Create account" }));
  await click(guide.getByRole("link", { name: "Run a template" }));
  await expect(page.getByLabel("Website URL"), "filled in for the demo site").toHaveValue(
    `${installation.demoSite}/login`,
  );
  await click(page.getByRole("button", { name: "Run", exact: true }));
  await expect(page.getByRole("heading", { name: /Waiting for/ })).toBeVisible();
  const code = (await guide.locator(".font-mono").textContent()) ?? "";
  await page.getByLabel("Answer", { exact: true }).fill(code);
  await click(page.getByRole("button", { name: "Send answer" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");

  await expect(guide, "it stays until it is finished").toContainText("First steps, 3 of 5");
  await click(guide.getByRole("button", { name: "Create key" }));
  await click(guide.getByRole("link", { name: "Register an application" }));
  await page.getByLabel("Name").fill("Acme Exporter");
  await click(page.getByRole("button", { name: "Register and publish" }));
  await expect(page.getByRole("heading", { name: "Acme Exporter", level: 1 })).toBeVisible();
  await click(
    page
      .locator("section", { has: page.getByRole("heading", { name: "No data in this range" }) })
      .getByRole("button", { name: "Copy" }),
  );
  await paste();
  const where = { applicationId: Number(/apps\/(\d+)/.exec(page.url())?.[1]), state: "ready" } as const;
  await expect.poll(() => installation.operator.db.prisma.task.count({ where })).toBe(1);
  await expect(page.getByRole("button", { name: /^Accepted \(paid\)\s*1/ })).toBeVisible({ timeout: 2_500 });
  await expect(page.getByRole("button", { name: /^Active users\s*1/ })).toBeVisible();
  await expect(guide, "finished").toHaveCount(0);
  expect(clicks).toBeLessThanOrEqual(8);
});
