import { join } from "node:path";
import { connect } from "@gatepost/db/connect";
import { timeBound } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { gatepost } from "../../apps/cli/src/test-command.ts";
import { newHeldTasks } from "../failover/load.ts";
import { startTraffic } from "../failover/traffic.ts";
import { openFolder } from "../folder.ts";
import { openRelay } from "../relay.ts";
import { post } from "./call.ts";
import { startPooler, whyNoPooler } from "./pooler.ts";
import { ask, openPrimary, startStandby } from "./standby.ts";
import { openInstallation } from "./wire.ts";

/** How soon it must work once the new primary can be reached. */
const workingMs = timeBound(2_000);
/** How long the old one answers read-only before there is a new one. */
const demotedMs = 6_000;

const folder = openFolder();
const { primary, primaryHome, address } = await openPrimary(folder);
// Two waiting tasks of one account take all places that it may have; those of the traffic stay in the queue.
const env = { WORKER_WAITING_MAX: "4" };
const { installation, operator } = await openInstallation({ database: address.urls(primary), worker: true, env });
const { account, task, createWaiting, createRunning } = await newHeldTasks(operator, installation.url, 10);
const { clientKey } = account;
const standby = await startStandby(primary.adminUrl, primaryHome, join(folder, "standby"));
afterAll(() => standby.stop());
await ask(primary.adminUrl, "alter system set synchronous_standby_names = '*'");
await ask(primary.adminUrl, "select pg_reload_conf()");

/** As a server itself says. */
async function stateOf(url: string, taskId: number): Promise<string | undefined> {
  const [row] = await ask<{ state: string }>(url, `select state from task where id = ${taskId}`);
  return row?.state;
}

test("R18: a demoted server that goes on answering costs no task, and no caller gets anything but 503", async () => {
  const waiting = [await createWaiting(), await createWaiting()];
  for (const taskId of waiting) await expect.poll(() => stateOf(primary.url, taskId)).toBe("waiting");
  const running = await createRunning();
  await expect.poll(() => stateOf(primary.url, running)).toBe("running");

  const calls = await startTraffic({ operator, url: installation.url, account, task });
  onTestFinished(() => calls.stop());
  await expect.poll(() => calls.tasks.length).toBeGreaterThan(20);

  // As a demotion does that leaves connections open: sessions, old and new ones, take no more writes.
  await ask(primary.adminUrl, "alter system set default_transaction_read_only = on");
  await ask(primary.adminUrl, "select pg_reload_conf()");
  const demoted = performance.now();
  await expect.poll(() => calls.readiness.at(-1)?.status).toBe(503);
  expect(calls.readiness.at(-1)?.reason).toMatch(/accepts no writes.*25006/);
  await expect.poll(() => performance.now() - demoted).toBeGreaterThan(demotedMs);
  expect(calls.firstSuccessAfter(demoted + 1_000), "a write succeeded on the demoted server").toBeUndefined();

  await standby.promote();
  address.leadTo(standby.url, { keepOpen: true });
  const reachable = performance.now();
  await expect.poll(() => calls.firstSuccessAfter(reachable)).toBeDefined();
  const first = (calls.firstSuccessAfter(reachable) as number) - reachable;
  console.log(`R18: works again ${Math.round(first)} ms after the new primary can be reached.`);
  expect(first).toBeLessThan(workingMs);
  await expect.poll(() => calls.readiness.at(-1)?.status).toBe(200);

  for (const taskId of waiting) {
    const push = { clientKey, taskId, name: "code", value: "349001" };
    expect((await post(installation.url, "pushAntiGateVariable", push)).body).toMatchObject({ errorId: 0 });
  }
  for (const taskId of [...waiting, running]) await expect.poll(() => stateOf(standby.url, taskId)).toBe("ready");
  // The web process's and the worker's.
  const listeners = "select 1 from pg_stat_activity where application_name = 'gatepost listener'";
  await expect.poll(() => ask(standby.adminUrl, listeners)).toHaveLength(2);
  await calls.stop();
  console.log(Object.fromEntries(calls.answers));
  expect(calls.wrong).toEqual([]);
  expect(await ask(standby.url, "select id, error_code from task where state = 'failed'")).toEqual([]);
}, 180_000);

test("a DATABASE_URL that names both servers connects to the one that accepts writes", async () => {
  const [host, other] = [new URL(primary.url).host, new URL(standby.url).host];
  const url = `${primary.url.replace(host, `${host},${other}`)}?target_session_attrs=read-write`;
  const env = { DATABASE_URL: url, GATEPOST_SECRET: installation.secret };
  const { stderr } = await gatepost(
    ["account", "create", "--email", "both@example.org", "--balance", "1", "--json"],
    env,
  );
  expect(stderr).toBe("");
  expect(await ask(standby.url, "select email from account where email = 'both@example.org'")).toHaveLength(1);
});

test("a pooler's connections to a server that was demoted are ended too", skippedIf(whyNoPooler()), async () => {
  const way = await openRelay(primary.url);
  const pooler = await startPooler(way.urls(primary), 10);
  const db = connect(pooler.url, { preparedNames: false });
  const write = () => db.pool.query("update service_clock set tick = tick where id = 1");
  // So that the pooler has several connections to it.
  const refused = await Promise.allSettled(Array.from({ length: 8 }, write));
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => "rejected"));
  way.leadTo(standby.url, { keepOpen: true });
  await expect.poll(() => write().then(() => true)).toBe(true);
  await db.close();
  await pooler.stop();
  way.close();
});
