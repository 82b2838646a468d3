import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { withinOneDay } from "@gatepost/domain/platform/test-day";
import { afterAll, expect, test } from "vitest";
import { gatepost } from "../../apps/cli/src/test-command.ts";
import { newAccount, newApplication } from "../factories.ts";
import { openFolder } from "../folder.ts";
import { newTaskBody } from "./bodies.ts";
import { post, totalOf } from "./call.ts";
import { startCallers } from "./retrying-callers.ts";
import { ask, openPrimary, startStandby } from "./standby.ts";
import { openTestWorker } from "./test-worker.ts";
import { openInstallation } from "./wire.ts";

/** How soon it must work after the promotion. */
const workingMs = 30_000;

const folder = openFolder();
const { primary, primaryHome, address } = await openPrimary(folder);
const { installation: first, operator } = await openInstallation({ database: address.urls(primary) });
const { secret } = first;
const { installation: second } = await openInstallation({ database: address.urls(primary), secret });
const account = await newAccount(operator, { balance: 1_000 });
const softId = await newApplication(operator, account);
const body = (await newTaskBody(operator, account))({}, { softId });
const standby = await startStandby(primary.adminUrl, primaryHome, join(folder, "standby"));
afterAll(() => standby.stop());

const create = (n: number) => post((n % 2 ? second : first).url, "createTask", body);

test("a standby reports its age, and reports from it agree with those from the primary", async () => {
  const worker = await openTestWorker(operator);
  for (let n = 0; n < 5; n++) {
    const { taskId } = (await create(n)).body;
    const task = await worker.claim(taskId);
    await (n < 3 ? worker.finish(task) : worker.fail(task, "ERROR_STEP_FAILED"));
  }
  await worker.retire();
  const [{ at } = { at: "" }] = await ask<{ at: string }>(primary.adminUrl, "select pg_current_wal_lsn()::text as at");
  const there = `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as there`;
  await expect.poll(() => ask(standby.adminUrl, there)).toEqual([{ there: true }]);

  // The operator's command, as docs/scaling.md gives it.
  const report = async (databaseUrl: string) => {
    const env = { DATABASE_URL: databaseUrl, GATEPOST_SECRET: secret };
    const { stdout, stderr } = await gatepost(["stats", String(softId), "--json"], env);
    expect(stderr).toBe("");
    return JSON.parse(stdout).chartData as { data: { y: number }[] }[];
  };
  await withinOneDay(async () => {
    const ofStandby = await report(standby.url);
    expect(ofStandby).toEqual(await report(primary.url));
    expect(ofStandby.map(totalOf)).toEqual([3, 2]);
  });

  const [age] = await ask<{ seconds: string }>(
    standby.url,
    "select extract(epoch from now() - pg_last_xact_replay_timestamp()) as seconds",
  );
  expect(Number(age?.seconds)).toBeGreaterThan(0);
  await expect(ask(standby.url, "update account set note = note")).rejects.toThrow();
});

test("R17: the primary killed under load and the standby promoted: nothing acknowledged is lost, and it works again", async () => {
  // An answer then means that two servers have it.
  await ask(primary.adminUrl, "alter system set synchronous_standby_names = '*'");
  await ask(primary.adminUrl, "select pg_reload_conf()");
  await expect
    .poll(() => ask(primary.adminUrl, "select sync_state from pg_stat_replication"))
    .toEqual([{ sync_state: "sync" }]);

  let calls = 0;
  const url = () => (calls++ % 2 ? second : first).url;
  const callers = startCallers({ url, body, callers: 8, perSecond: 1_000 });
  const { acknowledged } = callers;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(200);
  const pid = Number(readFileSync(join(primaryHome, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await primary.exited;
  const before = acknowledged.length;

  const from = performance.now();
  await standby.promote();
  address.leadTo(standby.url);
  await expect.poll(() => acknowledged.length, { timeout: workingMs }).toBeGreaterThan(before);
  console.log(`R17: works again ${Math.round(performance.now() - from)} ms after the promotion was asked for.`);
  await callers.stop();

  expect(callers.wrong).toEqual([]);
  const ids = acknowledged.map(({ taskId }) => taskId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await operator.db.prisma.task.count({ where: { id: { in: ids } } })).toBe(ids.length);
  expect(await reconcile({ ctx: operator })).toEqual([]);
}, 120_000);
