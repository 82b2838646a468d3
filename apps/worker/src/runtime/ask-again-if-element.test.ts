import { setTimeout as sleep } from "node:timers/promises";
import type { WrittenStep } from "@gatepost/contract/steps";
import { installBuiltInTemplates } from "@gatepost/domain/templates/built-in/install";
import { signInWith2fa } from "@gatepost/domain/templates/built-in/signing-in";
import { afterAll, expect, test, vi } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { emailedCode } from "../../../cli/src/demo-site/jobs/sign-in.ts";
import { openTestSite } from "../testing/test-browser.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

const slow = await openTestSite({
  "/": slowForm(""),
  "/check": async (request, response) => {
    const code = new URL(request.url ?? "", slow.url()).searchParams.get("code");
    await sleep(1_500);
    response.writeHead(303, { location: code === rightCode ? "/welcome" : "/refused" }).end();
  },
  "/welcome": async (_, response) => {
    await sleep(1_500);
    response.end("Welcome");
  },
  "/refused": async (_, response) => {
    await sleep(1_500);
    response.setHeader("content-type", "text/html").end(slowForm("That code is not right"));
  },
});
afterAll(() => slow.close());
const { site, environment, customer } = await openWorkerDemoSite({ also: slow.host });
await installBuiltInTemplates({ ctx: environment.system });
// For all tests at once, because they wait more than they compute.
environment.startWorker({ slots: 9 });

/** Resolves when the variable is awaited for that time, with the seconds that the wait may take. */
function asked(taskId: number, attempt: number): Promise<number> {
  return vi.waitFor(
    async () => {
      const { rows } = await environment.system.db.pool.query(
        `select attempt, deadline_tick - (select tick from service_clock where id = 1) as left
           from variable where task_id = $1 and state = 'awaited' and awaited_at is not null`,
        [taskId],
      );
      expect(rows).toMatchObject([{ attempt }]);
      return rows[0].left as number;
    },
    { timeout: 60_000, interval: 100 },
  );
}

const variables = {
  login_input_css: "#login",
  login_input_value: "ada",
  password_input_css: "#password",
  password_input_value: "lovelace",
  "2fa_input_css": "#2facode",
  "2fa_input_value": "_WAIT_FOR_IT_",
  control_text: "Welcome, Ada",
};

test.concurrent("the built-in sign-in asks three times in all, with two minutes for each further code", async () => {
  const taskId = await customer.createOf(signInWith2fa.name, `${site.url}/login`, variables);
  for (const [n, code] of ["000001", "000002", rightCode].entries()) {
    const seconds = await asked(taskId, n + 1);
    expect(seconds > 125).toBe(n === 0);
    await customer.push(taskId, "2fa_input_value", code);
  }
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 1 });
});

test.concurrent("the built-in sign-in ends as ERROR_STEP_FAILED when the third code is refused too", async () => {
  const taskId = await customer.createOf(signInWith2fa.name, `${site.url}/login`, variables);
  for (const [n, code] of ["000001", "000002", "000003"].entries()) {
    await asked(taskId, n + 1);
    await customer.push(taskId, "2fa_input_value", code);
  }
  await expect(customer.end(taskId)).resolves.toMatchObject({
    code: "ERROR_STEP_FAILED",
    description: expect.stringMatching(/^Step 9 \(ASK_AGAIN_IF_ELEMENT\) failed .*: the site refused 3 values/),
  });
});

const wait = (name: string): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name });
const fillFrom = (name: string): WrittenStep => ({
  type: "FILL_INPUT",
  selector: `#${name}`,
  value: { variable: name },
});
const twoCodes = (first: WrittenStep[], waitTimeout: number): WrittenStep[] => [
  ...[...first, { type: "CLICK", selector: "#confirm" } as const],
  { type: "ASK_AGAIN_IF_ELEMENT", selector: "#sms", name: "email", timeout: 2, waitTimeout },
  { type: "WAIT_FOR_TEXT", text: "Your device is confirmed" },
];
const late = { variables: { sms: "_WAIT_FOR_IT_", email: "_WAIT_FOR_IT_" } };

test.concurrent("of two codes in one form, a wrong one is asked for again, and both are typed again after their waits", async () => {
  const steps = twoCodes([wait("sms"), wait("email"), fillFrom("sms"), fillFrom("email")], 120);
  const taskId = await customer.create(`${site.url}/jobs/two-codes`, steps, late);
  await customer.push(taskId, "sms", rightCode);
  await customer.push(taskId, "email", "000000");
  await asked(taskId, 2);
  await customer.push(taskId, "email", emailedCode);
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
});

test.concurrent("a wait that ends after a refusal says what may have been refused instead", async () => {
  const steps = twoCodes([wait("sms"), fillFrom("sms"), wait("email"), fillFrom("email")], 3);
  const taskId = await customer.create(`${site.url}/jobs/two-codes`, steps, late);
  await customer.push(taskId, "sms", rightCode);
  await customer.push(taskId, "email", "000000");
  await asked(taskId, 2);
  await customer.push(taskId, "email", emailedCode);
  await expect(customer.end(taskId)).resolves.toMatchObject({
    code: "ERROR_VARIABLE_TIMEOUT",
    description: expect.stringMatching(
      /no value of email came within 3 s\. Step 6 had taken 2 values of email as refused\. If they were right, the site may have refused something else in the same form, or a field was left empty/,
    ),
  });
});

const code = { permanent: "#code" };
const live: WrittenStep[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" },
  { type: "FILL_INPUT", selector: code, value: { variable: "code" } },
  { type: "CLICK", selector: "#send" },
  { type: "ASK_AGAIN_IF_ELEMENT", selector: code, name: "code", timeout: 2 },
  { type: "WAIT_FOR_TEXT", text: "Welcome" },
];

// A page that is loaded anew is that of the built-in sign-in.
test.concurrent.each(["kept", "cleared"])("a page that judges the code by script is watched (%s)", async (way) => {
  const address = `${site.url}/live-code?ms=300&way=${way}`;
  const taskId = await customer.create(address, live, { variables: { code: "_WAIT_FOR_IT_" } });
  for (const [n, value] of ["000001", rightCode].entries()) {
    await asked(taskId, n + 1);
    await customer.push(taskId, "code", value);
  }
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
});

/** A form that a script submits a moment after it is told to. */
function slowForm(refusal: string): string {
  return `<form action="/check" onsubmit="setTimeout(() => this.submit(), 100); return false">
    <input id="code" name="code"><button id="send">Send</button></form><p>${refusal}</p>`;
}

const refusal = { text: "not right", name: "code", timeout: 1 };
const judges: WrittenStep[] = [
  { type: "ASK_AGAIN_IF_ELEMENT", selector: code, name: refusal.name, timeout: refusal.timeout },
  { type: "ASK_AGAIN_IF_TEXT", ...refusal },
];

test.concurrent.each(judges)(
  "$type waits for a site that judges the code for longer than the step's time",
  async (judge) => {
    const steps = live.map((step) => (step.type === "ASK_AGAIN_IF_ELEMENT" ? judge : step));
    const taskId = await customer.create(slow.url(), steps, { variables: { code: "_WAIT_FOR_IT_" } });
    for (const [n, value] of ["000001", rightCode].entries()) {
      await asked(taskId, n + 1);
      await customer.push(taskId, "code", value);
    }
    await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
  },
);
