import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "@gatepost/db/embedded/embedded";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import { isLong, size, timeBound } from "@gatepost/domain/platform/test-size";
import { afterAll, expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { untilReachable } from "../failover/reachable.ts";
import { echoPage, echoSteps } from "../failover/waits.ts";
import { openFolder } from "../folder.ts";
import { newTaskBody } from "./bodies.ts";
import { type Callers, retry, startCallers } from "./retrying-callers.ts";
import { openInstallation, openSite } from "./wire.ts";

const kills = size(1, 50);
const stops = size(1, 20);
/** How many tasks are answered at a time, by a worker that only the long form has. */
const answers = isLong ? 2 : 0;
/** How soon a call succeeds once the server can be reached again. */
const workingMs = timeBound(5_000);
const patience = { interval: 10 };

/** Values that were sent to tasks of a worker, and what their pages showed in the end. */
const shown = new Map<string, string>();
let isOver = false;

const home = join(openFolder(), "postgres");
let server = await startEmbedded({ dataDir: home });
afterAll(() => server.stop());
const websiteURL = await openSite((_, response) => response.setHeader("content-type", "text/html").end(echoPage));
// Two tasks of the callers take the places that an account has for waiting; the others stay in the queue.
const env = { ...noBacklogLimits, WORKER_WAITING_PER_ACCOUNT: "2" };
const { installation, operator } = await openInstallation({ database: server, worker: answers > 0, env });

const newBody = async () => {
  const account = await newAccount(operator, { balance: 1_000 });
  const body = await newTaskBody(operator, account, echoSteps);
  return body({ websiteURL }, { softId: await newApplication(operator, account) });
};

/** Creates a task, sends its value, and waits for what the worker's page shows. */
async function answerOne(body: { clientKey: string }, value: string): Promise<void> {
  const call = async (method: string, more: object) =>
    (await retry(() => installation.url, method, { clientKey: body.clientKey, ...more })).answer.body;
  const { taskId } = await call("createTask", body);
  expect(await call("pushAntiGateVariable", { taskId, name: "code", value })).toMatchObject({ errorId: 0 });
  let result = await call("getTaskResult", { taskId });
  for (; result.status === "processing"; await sleep(100)) result = await call("getTaskResult", { taskId });
  shown.set(value, result.solution?.texts.echo ?? JSON.stringify(result));
}

/** As the launcher does, at the address that web and worker have. */
async function startAgain(): Promise<void> {
  server = await startEmbedded({ dataDir: home, port: server.port });
}

/** Kills the server's processes, all of them. */
async function kill(): Promise<void> {
  const pid = Number(readFileSync(join(home, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  process.kill(pid, "SIGKILL");
  for (const child of children) {
    try {
      process.kill(Number(child), "SIGKILL");
    } catch {
      // It has noticed that the first one is dead, and ended by itself.
    }
  }
  await server.exited;
  await startAgain();
}

async function stop(): Promise<void> {
  await server.stop();
  await sleep(randomInt(2_000));
  await startAgain();
}

/** Once the callers are at work, makes the server fail. Returns after how many milliseconds they were again. */
async function interrupt(callers: Callers, fail: () => Promise<void>): Promise<number> {
  const enough = callers.acknowledged.length + 3;
  await expect.poll(() => callers.acknowledged.length, patience).toBeGreaterThanOrEqual(enough);
  const [{ reachableAt }] = await Promise.all([untilReachable(server.url, server.port), fail()]);
  const first = () => callers.acknowledged.find(({ at }) => at > reachableAt);
  await expect.poll(first, patience).toBeDefined();
  return (first()?.at as number) - reachableAt;
}

test(`R4: PostgreSQL is killed (${kills} ×) and stopped (${stops} ×) under load: nothing acknowledged is lost, and no process ends`, {
  timeout: 120_000 + (kills + stops) * 30_000,
}, async () => {
  const url = () => installation.url;
  const callers = startCallers({ url, body: await newBody(), callers: isLong ? 16 : 4, perSecond: isLong ? 200 : 20 });
  const answered = await newBody();
  const answering = Array.from({ length: answers }, async (_, n) => {
    for (let m = 0; !isOver; m++) await answerOne(answered, `${n} ${m}`);
  });
  for (const one of answering) one.catch(() => {});
  const interrupted = (fail: () => Promise<void>) => interrupt(callers, fail);
  const took: number[] = [];
  for (let done = 0; done < kills; done++) took.push(await interrupted(kill));
  for (let done = 0; done < stops; done++) {
    if (isLong) await sleep(randomInt(5_000, 10_000));
    took.push(await interrupted(stop));
  }
  isOver = true;
  await Promise.all([callers.stop(), ...answering]);

  const slowest = Math.round(Math.max(...took));
  console.log(
    `R4: kills: ${kills}, stops: ${stops}, tasks: ${callers.acknowledged.length}, values: ${shown.size}, first success at ` +
      `most ${slowest} ms after the server could be reached`,
  );
  expect(slowest).toBeLessThan(workingMs);
  expect(installation.isRunning()).toBe(true);
  expect(callers.wrong).toEqual([]);
  expect([...shown].filter(([value, text]) => value !== text)).toEqual([]);
  const { rows } = await operator.db.pool.query<{ id: number }>(
    "select id from task where account_id = (select account_id from task where id = $1) order by id",
    [callers.acknowledged[0]?.taskId],
  );
  expect(rows.map(({ id }) => id)).toEqual(callers.acknowledged.map(({ taskId }) => taskId).sort((a, b) => a - b));
  const { rows: others } = await operator.db.pool.query("select count(*)::int as n from task where state = 'ready'");
  expect(others).toEqual([{ n: shown.size }]);
  expect(await reconcile({ ctx: operator })).toEqual([]);
});
