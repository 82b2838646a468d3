import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { expect, newCaller, signIn, test } from "./flow.ts";

test("a program creates a task, a browser signs in and waits, the code is pushed, the page's text is returned", async ({
  installation,
  caller,
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
});

test("the cookies of the solution are a session: with them a person's browser is signed in", async ({
  installation,
  caller,
  page,
  context,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.client.pushAntiGateVariable({ taskId, name: "2fa_input_value", value: rightCode });
  const { cookies } = await caller.solution(taskId);
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: installation.site.url })),
  );
  await page.goto(`${installation.site.url}/welcome`);
  await expect(page.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
});

test("a code that is pushed before the task asks for it is there when it does", async ({ installation, caller }) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.client.pushAntiGateVariable({ taskId, name: "2fa_input_value", value: rightCode });
  expect((await caller.solution(taskId)).texts.page).toContain("Welcome, Ada");
});

test("a code that was known from the start makes the wait pass at once", async ({ installation, caller }) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site, { "2fa_input_value": rightCode }));
  expect((await caller.solution(taskId)).texts.page).toContain("Welcome, Ada");
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

test("a wrong code fails the step that waits for the text, names it, and costs nothing", async ({
  installation,
  caller,
}) => {
  const before = installation.site.submissions("/2fa").length;
  const taskId = await caller.run(hasty, "/login", { password: "lovelace", code: waitForIt });
  await caller.untilWaiting(taskId, "code");
  await caller.client.pushAntiGateVariable({ taskId, name: "code", value: "000000" });
  const { errorCode, errorDescription } = await caller.failure(taskId);
  expect(errorCode).toBe("ERROR_STEP_FAILED");
  expect(errorDescription).toContain("Step 8 (WAIT_FOR_TEXT)");
  expect(errorDescription, "no value is shown").not.toContain("000000");
  expect(
    installation.site
      .submissions("/2fa")
      .slice(before)
      .map(({ fields }) => fields),
  ).toEqual([{ code: "000000" }]);
  expect((await caller.client.getBalance()).balance).toBe(10);
});

test("a site that says no to a code lets a person try again", async ({ installation, page }) => {
  await page.goto(`${installation.site.url}/login`);
  await page.getByLabel("Login").fill("ada");
  await page.getByLabel("Password").fill("lovelace");
  await page.keyboard.press("Enter");
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("That code is not right");
  await page.getByLabel("Code").fill(rightCode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
});

test("a wrong password never reaches the wait, and its value is shown nowhere", async ({ caller }) => {
  const taskId = await caller.run(hasty, "/login", { password: "hunter2-canary", code: waitForIt });
  const { errorCode, errorDescription } = await caller.failure(taskId);
  expect(errorCode).toBe("ERROR_STEP_FAILED");
  expect(errorDescription).toContain("Step 4 (WAIT_FOR_ELEMENT)");
  expect(errorDescription).not.toContain("hunter2-canary");
});

test("six waiting tasks use none of four slots: others run, and each gets its own code", async ({ installation }) => {
  const callers = await Promise.all(Array.from({ length: 2 }, () => newCaller(installation)));
  const tasks = [];
  for (const caller of callers) {
    for (let n = 0; n < 3; n++)
      tasks.push({ caller, taskId: (await caller.client.createTask(signIn(installation.site))).taskId });
  }
  for (const { caller, taskId } of tasks) await caller.untilWaiting(taskId, "2fa_input_value");
  const passing = await newCaller(installation);
  await passing.solution(await passing.run([{ type: "WAIT_FOR_TEXT", text: { permanent: "Sign in" } }], "/login"));
  await Promise.all(
    tasks.map(({ caller, taskId }) =>
      caller.client.pushAntiGateVariable({ taskId, name: "2fa_input_value", value: rightCode }),
    ),
  );
  const solutions = await Promise.all(tasks.map(({ caller, taskId }) => caller.solution(taskId)));
  expect(new Set(solutions.map(({ cookies }) => cookies.session)).size, "each in a profile of its own").toBe(
    tasks.length,
  );
});

test("what was secret is in no log", async ({ installation, caller }) => {
  const taskId = await caller.run(hasty, "/login", { password: "hunter2-canary", code: waitForIt });
  await caller.failure(taskId);
  const { taskId: other } = await caller.client.createTask(signIn(installation.site));
  await caller.client.pushAntiGateVariable({ taskId: other, name: "2fa_input_value", value: rightCode });
  await caller.solution(other);
  for (const secret of ["hunter2-canary", "lovelace", rightCode, caller.clientKey])
    expect(installation.log()).not.toContain(secret);
});
