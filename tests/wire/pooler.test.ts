import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { readAppSettings } from "@gatepost/domain/platform/settings";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { registerWorker } from "@gatepost/domain/tasks/workers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Container, openContainer } from "../../apps/worker/src/container.ts";
import { NotificationHub } from "../../apps/worker/src/runtime/notification-hub.ts";
import { startTestClock } from "../../apps/worker/src/testing/test-clock.ts";
import { startTestWait } from "../../apps/worker/src/testing/test-wait.ts";
import { newAccount, newApplication, type Operator, openOperator } from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { newTaskBody } from "./bodies.ts";
import { post } from "./call.ts";
import { type Pooler, startPooler, whyNoPooler } from "./pooler.ts";
import { someSolution } from "./test-worker.ts";

/** Fewer than the processes' pools together, so that connections do change hands. */
const serverConnections = 3;

describe("R6: PgBouncer in transaction mode between all processes and PostgreSQL", skippedIf(whyNoPooler()), () => {
  let database: ClonedDatabase;
  let pooler: Pooler;
  let installation: Installation;
  let operator: Operator;
  let worker: Container;
  const notifications = new NotificationHub();

  beforeAll(async () => {
    // This old pooler does not know prepared statements; docs/operating/postgresql.md says so.
    vi.stubEnv("GATEPOST_PREPARED", "0");
    database = await cloneDatabase();
    pooler = await startPooler(database, serverConnections);
    installation = await startInstallation({ database: pooler, env: { WEB_CONCURRENCY: "2" } });
    operator = openOperator(installation);
    const app = readAppSettings({ GATEPOST_EGRESS_ALLOW: "127.0.0.0/8" });
    const settings = { databaseUrl: pooler.workerUrl, preparedNames: false, secret: installation.secret, app };
    worker = openContainer(settings, notifications);
  }, 180_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    await worker?.close();
    await operator?.close();
    await installation?.stop();
    await pooler?.stop();
    await database?.drop();
  });

  test("a value that is pushed is taken by the next poll, although no notification passes", async () => {
    const account = await newAccount(operator);
    const newBody = await newTaskBody(operator, account);
    const { taskId } = (await post(installation.url, "createTask", newBody())).body;

    const { workerId } = await registerWorker({
      ctx: { ...worker.app, actor: { kind: "system" } },
      input: { slots: 4 },
    });
    const ctx = { ...worker.app, actor: { kind: "worker", workerId } } as const;
    const [task] = await claimTasks({ ctx, input: { limit: 1 } });
    if (!task) throw new Error("The task is not in the queue.");
    expect(task.taskId).toBe(taskId);

    const clock = startTestClock(ctx, notifications);
    const received = vi.spyOn(notifications, "receive");
    const { taken, entered } = startTestWait({ ctx, task, notifications, clock });
    await entered;
    const push = { clientKey: account.clientKey, taskId, name: "code", value: "349001" };
    const pushed = performance.now();
    expect((await post(installation.url, "pushAntiGateVariable", push)).body).toEqual({
      errorId: 0,
      status: "success",
    });
    expect(await taken).toBe("349001");
    await clock.stop();
    const ms = Math.round(performance.now() - pushed);
    console.log(`R6: taken ${ms} ms after the push, by polling each second.`);
    expect(received, "a notification did pass, so this showed nothing").not.toHaveBeenCalled();

    const { accountId, fence } = task;
    const ended = await finishTask({ ctx, input: { taskId, accountId, fence, outcome: { ready: someSolution } } });
    expect(ended).toEqual({ status: "ended" });
    const result = await post(installation.url, "getTaskResult", { clientKey: account.clientKey, taskId });
    expect(result.body).toMatchObject({ errorId: 0, status: "ready", solution: { texts: someSolution.texts } });
  });

  test("nothing else changes: money, idempotency, limits of an account and reports", async () => {
    const account = await newAccount(operator, { balance: 0.01 });
    const softId = await newApplication(operator, account);
    const body = (await newTaskBody(operator, account))({}, { softId });

    // R9's sentence, across two processes that share three connections.
    const repeated = await Promise.all(
      Array.from({ length: 50 }, () => post(installation.url, "createTask", body, { "idempotency-key": "one" })),
    );
    expect(new Set(repeated.map(({ text }) => text)).size).toBe(1);
    // A cent pays for five tasks of $0.002, of which one is taken.
    const more = await Promise.all(Array.from({ length: 20 }, () => post(installation.url, "createTask", body)));
    expect(more.filter((answer) => answer.body.errorId === 0)).toHaveLength(4);
    expect(more.filter((answer) => answer.body.errorCode === "ERROR_ZERO_BALANCE")).toHaveLength(16);
    expect((await post(installation.url, "getBalance", { clientKey: account.clientKey })).body.balance).toBe(0);

    const report = await post(installation.url, "getAppStats", { clientKey: account.clientKey, softId, mode: "users" });
    // Once a day: midnight may have come between.
    expect(Math.max(...report.body.chartData[0].data.map(({ y }: { y: number }) => y))).toBe(1);
    expect(await reconcile({ ctx: operator })).toEqual([]);
  });
});
