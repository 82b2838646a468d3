import { setTimeout as sleep } from "node:timers/promises";
import { firstTask } from "@gatepost/contract/first-task";
import type { RequestOf, ResponseOf } from "@gatepost/contract/methods";
import type { WrittenStep } from "@gatepost/contract/steps";
import { test as base, expect, type Page } from "@playwright/test";
import { Gatepost, GatepostError } from "gatepost";
import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { type Account, newAccount, newTemplate, type Operator, openOperator } from "../factories.ts";
import { enter } from "./portal.ts";
import { readShared, type SharedInstallation } from "./setup.ts";
import { logFromNow, type Web } from "./web.ts";

export interface TestInstallation extends SharedInstallation {
  /** The pages that tasks visit; nothing else is open to them. */
  site: Site;
  /** The address of another such site, to which the portal leads newcomers. */
  demoSite: string;
  operator: Operator;
}

/** A caller of the JSON methods. */
export interface Caller extends Account {
  client: Gatepost;
  /** Creates a task on a template of these steps. */
  run(
    steps: WrittenStep[],
    path: string,
    variables?: Record<string, unknown>,
    more?: { timeout?: number },
  ): Promise<number>;
  /** What the task brought, once it is ready; rejects with GatepostError where it failed. */
  solution(taskId: number): Promise<Solution>;
  /** The error that ended the task; fails where it became ready. */
  failure(taskId: number): Promise<GatepostError>;
  /** Returns once the task waits for that variable. */
  untilWaiting(taskId: number, name: string): Promise<void>;
}

export type Solution = Required<Extract<ResponseOf<"getTaskResult">, { status: "ready" }>["solution"]> & {
  cookies: Record<string, string>;
  localStorage: Record<string, string>;
  screenshots: string[];
  texts: Record<string, string>;
  url: string;
  domain: string;
};

/** Both installations are shared by all tests, also by those that run meanwhile: each test makes accounts of its own. */
export const test = base.extend<
  { caller: Caller; portal: Page; report: undefined },
  { installation: TestInstallation; web: Web }
>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use, { parallelIndex }) => {
      const { installation, demoSite, sitePorts } = readShared();
      const site = await startSite({ port: sitePorts[parallelIndex] });
      const operator = openOperator(installation);
      await use({ ...installation, site, demoSite, operator });
      await operator.close();
      await site.close();
    },
    { scope: "worker" },
  ],

  /** The web app alone, so that tests can do a worker's work themselves. */
  web: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const { web } = readShared();
      const operator = openOperator(web);
      await use({ ...web, operator });
      await operator.close();
    },
    { scope: "worker" },
  ],

  caller: async ({ installation }, use) => {
    await use(await newCaller(installation));
  },

  /** The page, signed in to the caller's account. */
  portal: async ({ page, installation, caller }, use) => {
    await enter(page, installation, caller.accountId);
    await use(page);
  },

  /** Shows what web and worker said beside a failure. */
  report: [
    async ({ installation, web }, use, testInfo) => {
      const logs = [installation, web].map(logFromNow);
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach("what web and worker said", {
          body: logs.map((said) => said()).join("\n"),
          contentType: "text/plain",
        });
    },
    { auto: true },
  ],
});

export { expect };

export async function newCaller({ url, site, operator }: Omit<TestInstallation, "demoSite">): Promise<Caller> {
  const account = await newAccount(operator);
  const client = new Gatepost({ baseUrl: url, clientKey: account.clientKey });

  /** Polls like any caller, because nobody is notified of a task's end. */
  async function untilOver(taskId: number) {
    for (;;) {
      const result = await client.getTaskResult({ taskId });
      if (result.status !== "processing") return result;
      await sleep(100);
    }
  }

  return {
    ...account,
    client,
    async run(steps, path, variables = {}, more = {}) {
      const templateName = await newTemplate(operator, account, steps, more);
      const { taskId } = await client.createTask({
        task: { type: "AntiGateTask", websiteURL: `${site.url}${path}`, templateName, variables },
      });
      return taskId;
    },
    async solution(taskId) {
      const result = await untilOver(taskId);
      expect(result.status).toBe("ready");
      return result.solution as Solution;
    },
    async failure(taskId) {
      const error = await untilOver(taskId).catch((reason: unknown) => reason);
      expect(error, "the task was to fail").toBeInstanceOf(GatepostError);
      return error as GatepostError;
    },
    async untilWaiting(taskId, name) {
      await expect
        .poll(async () => client.getTaskResult({ taskId }), { intervals: [100] })
        .toMatchObject({ status: "processing", waitingFor: [name], progress: { type: "WAIT_FOR_VARIABLE_VALUE" } });
    },
  };
}

/** A call of createTask with the built-in template, as its documentation shows it. */
export function signIn(site: Site, variables: Record<string, unknown> = {}): RequestOf<"createTask"> {
  return {
    task: { ...firstTask, websiteURL: `${site.url}/login`, variables: { ...firstTask.variables, ...variables } },
  };
}
