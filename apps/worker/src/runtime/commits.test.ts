import { signInWith2fa } from "@gatepost/domain/templates/built-in/signing-in";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

/** The short form of P12: what a task costs PostgreSQL beside its browser is mostly a matter of how often it commits. */

const { site, environment } = await openWorkerDemoSite();
await saveTemplate({ ctx: environment.system, input: { accountId: null, document: signInWith2fa } });

afterAll(() => void vi.restoreAllMocks());

/** The statements that workers send from now on, by their names. Each is a transaction of its own. */
function statementsOfWorkers(): string[] {
  const names: string[] = [];
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { name } = args[0] as { name?: string };
    if (this.user === "gatepost_worker" && name) names.push(name);
    return Reflect.apply(query, this, args);
  } as never);
  return names;
}

test("P12: a worker commits for a sign-in only what others wait for, and the rest at most once in 0.7 s", async () => {
  const { customer, pool } = environment;
  await pool.warm();
  await using _ = environment.startWorker();
  const names = statementsOfWorkers();
  const began = performance.now();
  const taskId = await customer.createOf(signInWith2fa.name, `${site.url}/login`, {
    login_input_css: "#login",
    login_input_value: "ada",
    password_input_css: "#password",
    password_input_value: "lovelace",
    "2fa_input_css": "#2facode",
    "2fa_input_value": "_WAIT_FOR_IT_",
    control_text: "Welcome, Ada",
  });
  await customer.waits(taskId, "2fa_input_value");
  // The wait's picture is in the timeline while the wait goes on.
  const pictures = async () => (await customer.timeline(taskId)).filter(({ picture }) => picture !== null);
  await expect.poll(async () => (await pictures()).map(({ type }) => type)).toEqual(["WAIT_FOR_VARIABLE_VALUE"]);
  await customer.push(taskId, "2fa_input_value", rightCode);
  expect((await customer.end(taskId)).status).toBe("ready");
  const moments = Math.ceil((performance.now() - began) / 700) + 1;
  expect((await pictures()).map(({ type }) => type)).toEqual(["WAIT_FOR_VARIABLE_VALUE", "TAKE_SCREENSHOT"]);

  const times = (name: string) => names.filter((one) => one === name).length;
  expect(["enter_waits", "end_tasks", "record_picture"].map(times)).toEqual([1, 1, 0]);
  // Before each of the two steps that submit a form, and at those moments.
  expect(times("begin_steps")).toBeLessThanOrEqual(2 + moments);
  // Only if a heartbeat has seen the task just before its wait, or just after it.
  expect(times("find_waits")).toBeLessThanOrEqual(2);
});
