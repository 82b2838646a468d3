import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { openOperator } from "../factories.ts";
import { startInstallation } from "../installation.ts";
import { type Cluster, switchOver } from "./cluster.ts";
import { newHeldTasks } from "./load.ts";
import { findPrimary, untilReachable } from "./reachable.ts";
import { callMethod, startTraffic, type Traffic } from "./traffic.ts";

/** How Gatepost reaches the primary. */
export const paths: Record<string, { port: number; direct: number; database: string; env?: Record<string, string> }> = {
  haproxy: { port: 15500, direct: 15500, database: "gatepost" },
  pgbouncer: { port: 16432, direct: 15500, database: "gatepost", env: { GATEPOST_PREPARED: "0" } },
  "haproxy-left-open": { port: 15510, direct: 15510, database: "gatepost" },
  "pgbouncer-left-open": {
    port: 16432,
    direct: 15510,
    database: "gatepost_left_open",
    env: { GATEPOST_PREPARED: "0" },
  },
};

/** What happens to the primary. */
const events: Record<string, (cluster: Cluster) => Promise<void>> = {
  switchover: switchOver,
  async "postmaster killed"(cluster) {
    process.kill(cluster.postmaster(await cluster.primary()), "SIGKILL");
  },
};

export interface Row {
  path: string;
  event: string;
  /** Seconds without a reachable primary. */
  unreachable: number;
  /**
   * Milliseconds from the first moment at which the new primary was reachable to the first success of a call that
   * writes.
   */
  firstSuccess: number;
  wrong: number;
  ended: number;
  /** Seconds after the loss until /readyz said 503, and after the return until it said 200. */
  notReady: string;
  ready: string;
}

/** Of all installations, since they use one database. */
export const secret = randomBytes(32).toString("hex");

/** What each event does to the callers that reach the primary by this path, one row each. */
export async function drill(cluster: Cluster, path: string): Promise<Row[]> {
  const { port, direct, database, env = {} } = paths[path] as (typeof paths)[string];
  await using undo = new AsyncDisposableStack();
  // Until HAProxy has checked both nodes it may lead to the standby, and PgBouncer would keep such a connection.
  const leads = async () => (await findPrimary(cluster.urlAt(direct))) !== undefined;
  for (let times = 0; times < 10; times = (await leads()) ? times + 1 : 0) await sleep(100);
  // Two waiting tasks of one account take all places that it may have; those of the traffic stay in the queue.
  const installation = await startInstallation({
    database: urlsOf(cluster.urlAt(port, database)),
    secret,
    worker: true,
    env: { ...env, WORKER_WAITING_MAX: "4" },
  });
  undo.defer(() => installation.stop());
  const operator = openOperator({ secret, database: urlsOf(cluster.urlAt(direct)) });
  undo.defer(() => operator.close());
  const { account, task, createWaiting, createRunning } = await newHeldTasks(operator, installation.url, 20);
  const { clientKey } = account;
  const states = async (ids: number[]) =>
    (await operator.db.prisma.task.findMany({ where: { id: { in: ids } } })).map(({ state }) => state);
  const waiting = [await createWaiting(), await createWaiting()];
  await until(async () => (await states(waiting)).every((state) => state === "waiting"));
  const traffic = await startTraffic({ operator, url: installation.url, account, task });
  undo.defer(() => traffic.stop());
  await until(() => traffic.tasks.length > 20);

  const rows: Row[] = [];
  for (const [event, happen] of Object.entries(events)) {
    await cluster.healthy();
    console.log(`${path}: ${event}`);
    const running = await createRunning();
    await until(async () => (await states([running]))[0] === "running");
    const before = { wrong: traffic.wrong.length, ended: await failedTasks() };
    const url = cluster.urlAt(direct);
    const primary = await findPrimary(url);
    const from = performance.now();
    const [{ unreachableAt, reachableAt }] = await Promise.all([untilReachable(url, primary), happen(cluster)]);
    await until(() => traffic.firstSuccessAfter(reachableAt) !== undefined);
    await until(() => traffic.readiness.at(-1)?.status === 200);
    await cluster.healthy();
    await until(async () => (await states([running]))[0] !== "running");
    rows.push({
      path,
      event,
      unreachable: (reachableAt - unreachableAt) / 1_000,
      firstSuccess: Math.round((traffic.firstSuccessAfter(reachableAt) as number) - reachableAt),
      wrong: traffic.wrong.length - before.wrong,
      ended: (await failedTasks()) - before.ended,
      ...readinessOf(traffic, from, unreachableAt, reachableAt),
    });
  }
  for (const taskId of waiting)
    await callMethod(installation.url, "pushAntiGateVariable", { clientKey, taskId, name: "code", value: "349001" });
  await until(async () => (await states(waiting)).every((state) => state === "ready"));
  await traffic.stop();
  for (const line of traffic.wrong.slice(0, 10)) console.error(line);
  if (traffic.wrong.length > 0) console.error(installation.log().slice(-6_000));
  console.log(Object.fromEntries(traffic.answers));
  return rows;

  async function failedTasks(): Promise<number> {
    for (;;) {
      try {
        return await operator.db.prisma.task.count({ where: { state: "failed", accountId: account.accountId } });
      } catch {
        await sleep(200);
      }
    }
  }
}

/** When /readyz changed, in seconds from the moments at which it should have. */
function readinessOf({ readiness }: Traffic, from: number, unreachableAt: number, reachableAt: number) {
  const down = readiness.find(({ at, status }) => at > from && status === 503);
  const up = readiness.find(({ at, status }) => at > (down?.at ?? from) && status === 200);
  const since = (moment: number, at?: number) =>
    at === undefined ? "never" : `after ${Math.max(0, (at - moment) / 1_000).toFixed(1)} s`;
  return { notReady: since(unreachableAt, down?.at), ready: down ? since(reachableAt, up?.at) : "" };
}

/** One role for all programs, because other tests check what roles may do. */
function urlsOf(url: string): DatabaseUrls {
  return { url, webUrl: url, workerUrl: url };
}

/** A query that fails is retried, because the operator's connections are cut too. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; ; await sleep(20)) {
    const met = await Promise.resolve(condition()).catch(() => false);
    if (met) return;
    if (performance.now() > end) throw new Error(`Not within a minute: ${condition}`);
  }
}
