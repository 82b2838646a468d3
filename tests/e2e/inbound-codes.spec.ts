import { expect, signIn, test } from "./flow.ts";

const name = "2fa_input_value";

test("the demo site's text message reaches the waiting task by the account's address, without a person", async ({
  installation,
  caller,
  portal: page,
}) => {
  await page.goto(`${installation.url}/dashboard/inbound`);
  await page.getByRole("button", { name: "Create URL" }).click();
  await expect(page.getByText("Copy the URL now.")).toBeVisible();
  const address = ((await page.getByText(/\/inbound\/[\w-]{32}/).textContent()) ?? "").trim();

  await page.getByLabel("Name", { exact: true }).fill("demo bank");
  await page.getByLabel("Pattern").fill("code for the demo bank is (\\d{6})");
  await page.getByLabel("From").fill("Demo Bank");
  await page.getByLabel("Template", { exact: true }).selectOption("Sign-in with 2FA and wait for control text");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText(/from demo bank · for template Sign-in with 2FA/)).toBeVisible();
  await page.getByLabel("Sample sender").fill("Demo Bank");
  await page.getByLabel("Sample message").fill("Your code for the demo bank is 123456.");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(page.getByText("demo bank finds 123456")).toBeVisible();

  // What an SMS gateway does.
  const posted = Promise.withResolvers<number>();
  installation.site.onTextMessage((text) => {
    const body = JSON.stringify({ event: "sms:received", payload: { message: text, phoneNumber: "Demo Bank" } });
    fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body }).then(
      ({ status }) => posted.resolve(status),
      posted.reject,
    );
  });
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  const { texts } = await caller.solution(taskId);
  expect(await posted.promise).toBe(204);
  expect(texts.page).toContain("1,284.50");
  const result = await caller.client.getTaskResult({ taskId });
  expect(result.receipts).toMatchObject([{ name, pushedBy: "inbound code", outcome: "taken" }]);

  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("✓ answered")).toBeVisible();
  await expect(page.getByRole("link", { name: `task ${taskId}` })).toBeVisible();
  await expect(page.getByText("349001")).toBeHidden();

  await page.getByRole("button", { name: "Switch off…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Create URL" })).toBeVisible();
});
