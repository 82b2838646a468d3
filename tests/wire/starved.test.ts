import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { chownSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@gatepost/db/connect";
import { isRoot, ordinaryUser } from "@gatepost/db/embedded/user";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { cloneDatabase } from "@gatepost/db/testing";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { timeBound } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { newAccount, openOperator } from "../factories.ts";
import { startInstallation } from "../installation.ts";
import { newTaskBody } from "./bodies.ts";
import { type Answer, expectError, post } from "./call.ts";

const server = process.env.GATEPOST_TEST_POSTGRES as string;
/** How soon it must work again. */
const recoveryMs = timeBound(10_000);
const admin = connect(at(server, "postgres"), { max: 2 });
afterAll(() => admin.close());

test("R13: if PostgreSQL has no connection left, calls are refused with a time to retry, and soon succeed again", async () => {
  const database = await ownDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const as = await roleOfItsOwn(name);
  const webUrl = Object.assign(new URL(database.webUrl), { username: as.user, password: as.password }).href;
  const { installation, account, create, recovers } = await open({ ...database, webUrl });

  await admin.pool.query(`alter role ${as.user} connection limit 0`);
  await admin.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [as.user]);
  for (let call = 0; call < 20; call++) expectUnavailable(await create());
  expectUnavailable(await post(installation.url, "getBalance", { clientKey: account.clientKey }));

  await admin.pool.query(`alter role ${as.user} connection limit -1`);
  await recovers();
});

// A caller waits for as long as a query may take, a quarter of a minute.
test("R13: where all connections of the pool are held up, calls are refused with a time to retry, and soon succeed again", {
  timeout: 120_000,
}, async () => {
  const { installation, create, recovers } = await open(await ownDatabase());
  const holder = connect(installation.databaseUrl, { max: 1 });
  onTestFinished(() => holder.close());
  const lock = await holder.pool.connect();
  await lock.query("begin; lock table task, account, api_key in access exclusive mode");
  const held = await Promise.all(Array.from({ length: 40 }, create));
  for (const answer of held) expectUnavailable(answer);
  await lock.query("rollback");
  lock.release();
  await recovers();
});

test("R13: where the disk is full, calls are refused with a time to retry, nothing is half written, and it recovers", {
  ...skippedIf(whyNoSmallDisk()),
  timeout: 120_000,
}, async () => {
  const disk = smallDisk();
  const space = `small_${randomUUID().replaceAll("-", "")}`;
  await admin.pool.query(`create tablespace ${space} location '${disk}'`);
  onTestFinished(() => admin.pool.query(`drop tablespace ${space}`).then(() => {}));
  const { installation, create, recovers } = await open(await ownDatabase(space));

  const filler = join(disk, "filler");
  fill(disk, filler);
  const answers: Answer[] = [];
  // Pages that are there already are filled first.
  while (answers.filter(({ status }) => status === 503).length < 50 && answers.length < 20_000)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, create))));
  const refused = answers.filter(({ body }) => body.errorId !== 0);
  expect(refused.length).toBeGreaterThanOrEqual(50);
  for (const answer of refused) expectUnavailable(answer);
  const readiness = async () => (await fetch(`${installation.url}/readyz`)).json();
  const full = expect.stringMatching(/disk of PostgreSQL is full.*53100/);
  expect(await readiness()).toMatchObject({ status: "not ready", database: false, reason: full });

  truncateSync(filler, 0);
  await recovers();
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ database: true });
  const lines = (text: string) =>
    installation
      .log()
      .split("\n")
      .filter((line) => line.includes(text));
  await expect.poll(() => lines("database available")).toHaveLength(1);
  expect(lines("database unavailable")).toEqual([expect.stringContaining("53100")]);
});

/** 503 with the error envelope, and with the time to wait before a retry. */
function expectUnavailable(answer: Answer): void {
  expectError(answer, "ERROR_SERVICE_UNAVAILABLE", 503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
}

/** An installation, and an account that creates tasks there. */
async function open(database: DatabaseUrls) {
  const installation = await startInstallation({ database });
  onTestFinished(() => installation.stop());
  const operator = openOperator(installation);
  onTestFinished(() => operator.close());
  const account = await newAccount(operator, { balance: 1_000 });
  const body = (await newTaskBody(operator, account))();
  let answered = 0;

  async function create(): Promise<Answer> {
    const answer = await post(installation.url, "createTask", body);
    if (answer.body.errorId === 0) answered++;
    return answer;
  }

  /** Retries as a refused caller does; fails when that takes longer than is promised, or when something is half written. */
  async function recovers(): Promise<void> {
    const from = performance.now();
    for (;;) {
      const answer = await create();
      if (answer.body.errorId === 0) break;
      expectUnavailable(answer);
      expect(performance.now() - from, "still unavailable").toBeLessThan(recoveryMs);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    console.log(`R13: recovered after ${Math.round(performance.now() - from)} ms.`);
    const { rows } = await operator.db.pool.query(
      `select (select count(*) from task where account_id = $1) as tasks,
              (select count(*) from variable v join task t on t.id = v.task_id where t.account_id = $1) as variables,
              (select count(*) from ledger_entry where account_id = $1 and kind = 'hold') as holds`,
      [account.accountId],
    );
    const [found] = rows;
    // A call without an answer may have been carried out: no more than those that were refused.
    expect(found?.tasks).toBeGreaterThanOrEqual(answered);
    expect(found).toMatchObject({ variables: found?.tasks, holds: found?.tasks });
    expect(await reconcile({ ctx: operator })).toEqual([]);
  }

  expect((await create()).body.errorId).toBe(0);
  return { installation, account, create, recovers };
}

/** A role whose connections can be limited without those of other tests. */
async function roleOfItsOwn(database: string): Promise<{ user: string; password: string }> {
  const [user, password] = [`limited_${database}`, randomBytes(16).toString("hex")];
  await admin.pool.query(`create role ${user} login password '${password}' in role gatepost_web`);
  onTestFinished(() => admin.pool.query(`drop role ${user}`).then(() => {}));
  return { user, password };
}

async function ownDatabase(tablespace?: string): Promise<DatabaseUrls> {
  const database = await cloneDatabase({ tablespace });
  onTestFinished(() => database.drop());
  return database;
}

function at(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** A disk of its own that is small enough to be filled; the server's log and write-ahead log stand elsewhere. */
function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m,mode=0700", "tmpfs", folder]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const { uid, gid } = ordinaryUser("postgres");
  chownSync(folder, uid, gid);
  return folder;
}

function fill(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, Buffer.alloc(bavail * bsize));
}

function whyNoSmallDisk(): string | undefined {
  if (!isRoot()) return "only root can mount a small disk";
  const folder = mkdtempSync(join(tmpdir(), "gatepost-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return undefined;
  } catch {
    return "this machine lets nobody mount";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
