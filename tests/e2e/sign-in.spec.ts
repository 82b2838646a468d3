import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { expect, signIn, test } from "./flow.ts";

test("a program creates a task, a browser signs in and waits, the code is pushed, the page's text is returned with the session", async ({
  installation,
  caller,
  page,
}) => {
  const { client } = caller;
  const { site } = installation;
  const before = site.submissions("/2fa").length;
  const { taskId } = await client.createTask(signIn(site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  expect(site.submissions("/login").at(-1)?.fields).toEqual({ login: "ada", password: "lovelace" });
  expect(site.submissions("/2fa").length, "nothing was sent before the code was there").toBe(before);

  expect(await client.pushAntiGateVariable({ taskId, name: "2fa_input_value", value: rightCode })).toEqual({
    errorId: 0,
    status: "success",
  });
  const solution = await caller.solution(taskId);
  expect(solution.url).toBe(`${site.url}/welcome`);
  expect(solution.domain).toBe("127.0.0.1");
  expect(solution.texts.page).toContain("Welcome, Ada");
  expect(solution.texts.page).toContain("$1,284.50");
  expect(solution.cookies).toEqual({ session: expect.stringMatching(/^[0-9a-f-]{36}$/), theme: "plain" });
  expect(solution.localStorage).toEqual({ greeted: "Ada" });
  expect(solution.screenshots).toHaveLength(1);
  const picture = Buffer.from(solution.screenshots[0] as string, "base64");
  expect(picture.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect(picture.readUInt32BE(16), "a page wide").toBeGreaterThanOrEqual(800);
  expect(
    site
      .submissions("/2fa")
      .slice(before)
      .map(({ fields }) => fields),
    "the form was sent once",
  ).toEqual([{ code: rightCode }]);

  expect(await client.getTaskResult({ taskId })).toMatchObject({ cost: "0.002000", ip: "127.0.0.1", solveCount: 1 });
  expect((await client.getBalance()).balance).toBe(9.998);
  for (const secret of ["lovelace", rightCode, caller.clientKey]) expect(installation.log()).not.toContain(secret);

  // The cookies are a session: with them a person's browser is signed in.
  const cookies = Object.entries(solution.cookies).map(([name, value]) => ({ name, value, url: site.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${site.url}/welcome`);
  await expect(page.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
});

/** The built-in template's steps, with less patience at the end. */
const hasty: Step[] = [
  { type: "FILL_INPUT", selector: { permanent: "#login" }, value: { permanent: "ada" } },
  { type: "FILL_INPUT", selector: { permanent: "#password" }, value: { variable: "password" } },
  { type: "PRESS_KEY", key: { permanent: "Enter" } },
  { type: "WAIT_FOR_ELEMENT", selector: { permanent: "#2facode" }, timeout: { permanent: 2 } },
  { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } },
  { type: "FILL_INPUT", selector: { permanent: "#2facode" }, value: { variable: "code" } },
  { type: "PRESS_KEY", key: { permanent: "Enter" } },
  { type: "WAIT_FOR_TEXT", text: { permanent: "Welcome" }, timeout: { permanent: 2 } },
];

test("what was secret is in no log where a task fails", async ({ installation, caller }) => {
  const taskId = await caller.run(hasty, "/login", { password: "hunter2-canary", code: waitForIt });
  await caller.failure(taskId);
  for (const secret of ["hunter2-canary", caller.clientKey]) expect(installation.log()).not.toContain(secret);
});
