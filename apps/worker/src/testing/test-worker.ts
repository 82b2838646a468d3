import type { BrowserSettings, Engine } from "@gatepost/contract/browser-settings";
import type { Solution } from "@gatepost/contract/solution";
import type { TemplateDocument, WrittenStep } from "@gatepost/contract/steps";
import { cloneDatabase } from "@gatepost/db/testing";
import type { Context, KeyContext } from "@gatepost/domain/platform/context";
import { type ErrorDetails, isDomainError } from "@gatepost/domain/platform/errors";
import { readAppSettings, type Settings } from "@gatepost/domain/platform/settings";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import { newCaller, type TestContext } from "@gatepost/domain/platform/testing";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { getStepPicture, getTimeline } from "@gatepost/domain/tasks/get-task";
import { getTaskResult, type TaskResult } from "@gatepost/domain/tasks/get-task-result";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { pushVariable } from "@gatepost/domain/waits/answer-wait";
import { vi } from "vitest";
import { launchBrowser, type RunningBrowser } from "../browser/browser.ts";
import { BrowserPool } from "../browser/browser-pool.ts";
import { Browsers } from "../browser/browsers.ts";
import { openScratchFolder } from "../browser/scratch-folder.ts";
import { type Container, openContainer } from "../container.ts";
import { startEgressProxy } from "../egress/egress-proxy.ts";
import { openResolver } from "../egress/resolve.ts";
import { NotificationHub } from "../runtime/notification-hub.ts";
import { Worker, type WorkerOptions } from "../runtime/worker.ts";
import { testEngine, testProgram } from "./test-browser.ts";

export const testSecret = "a secret that is only used by tests";
const patience = { timeout: 60_000, interval: 100 };

/** How a task ended: its result, or its error. */
export type End =
  | Extract<TaskResult, { status: "ready" }>
  | ({ status: "failed"; code: string; description: string } & ErrorDetails);

interface TaskOptions {
  variables?: Record<string, unknown>;
  engine?: Engine;
  settings?: Partial<BrowserSettings>;
  session?: string;
  /** Of the template. */
  keepSession?: boolean;
  onFailure?: "ask";
  timeout?: number;
  callbackUrl?: string;
}

interface EnvironmentOptions {
  memoryMegabytes?: number;
  filesMegabytes?: number;
  objectStore?: Settings["objectStore"];
}

/** A database, browsers whose proxy opens what is named, and callers; workers are started on demand. */
export async function openTestEnvironment(
  allow: string,
  { memoryMegabytes = 2_048, filesMegabytes = 10, objectStore }: EnvironmentOptions = {},
) {
  const database = await cloneDatabase();
  // Most tasks have a template of their own, and the long forms make thousands.
  const limits = { ...noBacklogLimits, GATEPOST_ACCOUNT_LIMITS: "templates=100000" };
  const app = { ...readAppSettings({ ...limits, GATEPOST_EGRESS_ALLOW: allow }), objectStore };
  const settings = { secret: testSecret, preparedNames: true, app };
  const operator = openContainer({ ...settings, databaseUrl: database.url }, new NotificationHub());
  const web = openContainer({ ...settings, databaseUrl: database.webUrl }, new NotificationHub());
  const workers = openContainer({ ...settings, databaseUrl: database.workerUrl }, new NotificationHub());
  const processes = { web: web.app, worker: workers.app };
  const system: Context & Pick<TestContext, "processes"> = {
    ...operator.app,
    actor: { kind: "system" },
    processes,
  };
  const ctx = await newCaller(system);
  const resolve = openResolver();
  const proxy = await startEgressProxy(app.egress, resolve);
  const scratch = openScratchFolder();
  const browsers: RunningBrowser[] = [];
  const poolOf = (engine: Engine) =>
    new BrowserPool(
      async () => {
        const executable = testProgram(engine);
        const browser = await launchBrowser({
          engine,
          executable,
          proxy,
          folder: scratch.path,
          memoryMegabytes,
          filesMegabytes,
        });
        browsers.push(browser);
        return browser;
      },
      { ownMax: 8 },
    );
  const full = poolOf("full");
  const pool = testEngine === "full" ? full : poolOf("shell");
  const pools = new Browsers(testEngine === "full" ? { full } : { shell: pool, full });
  const closing: (() => Promise<unknown>)[] = [];

  return {
    system,
    pool,
    browsers,
    database,
    folder: scratch.path,
    customer: customerOf(ctx, system),
    /** A task as the database has it. */
    taskRow: (id: number) => system.db.prisma.task.findUniqueOrThrow({ where: { id } }),
    /** Somebody with an account of their own. */
    newCustomer: async () => customerOf(await newCaller(system), system),
    /** Starts a worker; its connection may go another way. */
    startWorker(options: Partial<WorkerOptions> = {}, databaseUrl = database.workerUrl) {
      const notifications = new NotificationHub();
      const container: Container = openContainer({ ...settings, databaseUrl }, notifications);
      const worker = new Worker({
        app: container.app,
        browsers: pools,
        notifications,
        resolve,
        slots: 4,
        slotsPerAccount: 0,
        waitingMax: 100,
        waitingPerAccount: 0,
        drainSeconds: 0,
        ...options,
      });
      let stopped: Promise<void> | undefined;
      const stop = async () => {
        stopped ??= worker.stop().then(() => container.close());
        await stopped;
      };
      closing.push(stop);
      return { worker, app: container.app, stop, [Symbol.asyncDispose]: stop };
    },
    async close() {
      await Promise.all(closing.map((stop) => stop()));
      await pools.close();
      await proxy.close();
      await Promise.all([operator, web, workers].map((container) => container.close()));
      await database.drop();
      scratch.remove();
    },
  };
}

function customerOf(ctx: KeyContext, system: Context) {
  /** The names of the templates, by what these hold: an account may have 2,000. */
  const templates = new Map<string, Promise<string>>();
  const newTemplate = async (
    content: Omit<TemplateDocument, "name" | "description" | "steps"> & { steps: WrittenStep[] },
  ) => {
    const name = `Template ${templates.size + 1}`;
    await saveTemplate({ ctx: system, input: { accountId: ctx.actor.accountId, document: { name, ...content } } });
    return name;
  };
  const ask = (taskId: number) => getTaskResult({ ctx, input: { taskId } });
  const customer = {
    ctx,
    /** Saves the steps as a template, unless there is one, and creates a task of it. */
    async create(websiteURL: string, steps: WrittenStep[], more: TaskOptions = {}): Promise<number> {
      const { timeout, keepSession, onFailure, callbackUrl, settings, ...task } = more;
      const content = {
        steps,
        ...(timeout && { timeout }),
        ...(keepSession && { keepSession }),
        ...(onFailure && { onFailure }),
      };
      const key = JSON.stringify(content);
      const saved = templates.get(key) ?? newTemplate(content);
      templates.set(key, saved);
      const templateName = await saved;
      const input = { task: { websiteURL, templateName, variables: {}, ...settings, ...task }, callbackUrl };
      return (await createTask({ ctx, input })).taskId;
    },
    /** Creates a task, and resolves with its id when it waits for its code. */
    async createWaiting(websiteURL: string, steps: WrittenStep[], more: TaskOptions): Promise<number> {
      const taskId = await customer.create(websiteURL, steps, more);
      await customer.waits(taskId, "code");
      return taskId;
    },
    cancel: (taskId: number) => cancelTask({ ctx, input: { taskId } }),
    /** With the pictures, which are read one by one. */
    async timeline(taskId: number) {
      const { items } = await getTimeline({ ctx, input: { taskId, limit: 100 } });
      const pictureOf = async (stepId: number) => (await getStepPicture({ ctx, input: { taskId, stepId } })).picture;
      return Promise.all(
        items.map(async (step) => ({ ...step, picture: step.hasPicture ? await pictureOf(step.stepId) : null })),
      );
    },
    /** Creates a task of a template that is there already. */
    async createOf(
      templateName: string,
      websiteURL: string,
      variables: Record<string, unknown>,
      engine?: Engine,
    ): Promise<number> {
      return (await createTask({ ctx, input: { task: { websiteURL, templateName, variables, engine } } })).taskId;
    },
    push: (taskId: number, name: string, value: unknown) => pushVariable({ ctx, input: { taskId, name, value } }),
    ask,
    /** Resolves when the task waits for the variable. */
    async waits(taskId: number, name: string): Promise<void> {
      await vi.waitFor(async () => {
        const result = await ask(taskId);
        if (result.status !== "processing" || !result.waitingFor.includes(name)) throw new Error("does not wait");
      }, patience);
    },
    /** What a task brings home that ends as it should. */
    async solution(taskId: number): Promise<Solution> {
      const end = await customer.end(taskId);
      if (end.status !== "ready") throw new Error(`${end.code}: ${end.description}`);
      return end.solution as Solution;
    },
    async end(taskId: number, wait = patience): Promise<End> {
      return vi.waitFor(async () => {
        const result = await ask(taskId).catch((error) => {
          if (!isDomainError(error)) throw error;
          return { status: "failed" as const, code: error.code, description: error.message, ...error.details };
        });
        if (result.status === "processing") throw new Error(`still at step ${result.progress.step}`);
        return result;
      }, wait);
    },
  };
  return customer;
}
