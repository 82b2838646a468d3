import { waitForIt } from "@gatepost/contract/limits";
import { expect, test } from "./flow.ts";

test("a text that comes late is waited for", async ({ caller }) => {
  const taskId = await caller.run(
    [
      { type: "WAIT_FOR_TEXT", text: { permanent: "Here at last" } },
      { type: "READ_TEXT", selector: { permanent: "#text" }, as: { permanent: "text" } },
    ],
    "/slow?ms=1500",
  );
  expect((await caller.solution(taskId)).texts).toEqual({ text: "Here at last" });
});

test("a page that comes late is waited for", async ({ caller }) => {
  const taskId = await caller.run(
    [{ type: "READ_TEXT", selector: { permanent: "#text" }, as: { permanent: "text" } }],
    "/late?ms=1500",
  );
  expect((await caller.solution(taskId)).texts).toEqual({ text: "Here at last" });
});

test("a text that does not come in its step's time fails that step, after that time", async ({ caller }) => {
  const from = Date.now();
  const taskId = await caller.run(
    [{ type: "WAIT_FOR_TEXT", text: { permanent: "Here at last" }, timeout: { permanent: 1 } }],
    "/slow?ms=50000",
  );
  const { errorCode, errorDescription } = await caller.failure(taskId);
  expect(errorCode).toBe("ERROR_STEP_FAILED");
  expect(errorDescription).toContain("Step 1 (WAIT_FOR_TEXT)");
  expect(Date.now() - from).toBeGreaterThan(1_000);
});

test("a missing element fails its step", async ({ caller }) => {
  const taskId = await caller.run(
    [{ type: "CLICK", selector: { permanent: "#no-such-thing" }, timeout: { permanent: 1 } }],
    "/text?say=hello",
  );
  const { errorCode, errorDescription } = await caller.failure(taskId);
  expect(errorCode).toBe("ERROR_STEP_FAILED");
  expect(errorDescription).toContain("#no-such-thing");
});

test("a value that does not come in its time ends the task as ERROR_VARIABLE_TIMEOUT, and a later push says so", async ({
  caller,
}) => {
  const taskId = await caller.run(
    [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" }, timeout: { permanent: 1 } }],
    "/text?say=hello",
    { code: waitForIt },
  );
  await caller.untilWaiting(taskId, "code");
  const { errorCode, errorDescription } = await caller.failure(taskId);
  expect(errorCode).toBe("ERROR_VARIABLE_TIMEOUT");
  expect(errorDescription).toContain("code");
  await expect(caller.client.pushAntiGateVariable({ taskId, name: "code", value: "1" })).rejects.toMatchObject({
    errorCode: "ERROR_TASK_FINISHED",
  });
});

for (const [what, path] of [
  ["waits for a text", "/slow?ms=50000"],
  ["still loads its page", "/late?ms=50000"],
] as const) {
  test(`a task that ${what} when its time is over ends as ERROR_TASK_TIMEOUT`, async ({ caller }) => {
    const taskId = await caller.run(
      [{ type: "WAIT_FOR_TEXT", text: { permanent: "Here at last" } }],
      path,
      {},
      { timeout: 2 },
    );
    expect((await caller.failure(taskId)).errorCode).toBe("ERROR_TASK_TIMEOUT");
  });
}

test("a task that waits for a value when its time is over ends as ERROR_TASK_TIMEOUT", async ({ caller }) => {
  const taskId = await caller.run(
    [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } }],
    "/text?say=hello",
    { code: waitForIt },
    { timeout: 2 },
  );
  expect((await caller.failure(taskId)).errorCode).toBe("ERROR_TASK_TIMEOUT");
});

test("a website that nobody serves fails the task at its opening", async ({ installation, caller }) => {
  const taskId = await caller.run([{ type: "TAKE_SCREENSHOT" }], "/");
  await caller.solution(taskId);
  const templateName = "Sign-in with 2FA and wait for control text";
  const { taskId: lost } = await caller.client.createTask({
    task: {
      type: "AntiGateTask",
      websiteURL: "http://no-such-host.invalid/",
      templateName,
      variables: Object.fromEntries(
        [
          "login_input_css",
          "login_input_value",
          "password_input_css",
          "password_input_value",
          "2fa_input_css",
          "2fa_input_value",
          "control_text",
        ].map((name) => [name, "x"]),
      ),
    },
  });
  const { errorCode, errorDescription } = await caller.failure(lost);
  expect(errorCode).toBe("ERROR_STEP_FAILED");
  expect(errorDescription).toMatch(/could not be resolved/);
  expect(installation.log()).not.toContain("unhandled");
});
