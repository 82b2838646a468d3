import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "@gatepost/db/connect";
import { expect, onTestFinished, test } from "vitest";
import { openOperator, refusal } from "./test-operator.ts";

const operator = await openOperator();
const { operate, answer, newAccount } = operator;

test("the secret of a database of another version is left as it is", async () => {
  await answer("account list");
  const { pool } = operator.db;
  await pool.query("alter table _prisma_migrations rename to elsewhere; alter table installation rename to another");
  expect(await operate("secret rotate")).toMatchObject(refusal("run npx gatepost migrate"));
  await pool.query("alter table elsewhere rename to _prisma_migrations; alter table another rename to installation");
  await pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('later', '', '99990101000000_later', now())`,
  );
  expect(await operate("secret rotate")).toMatchObject(refusal("A newer version has migrated the database"));
  await pool.query("delete from _prisma_migrations where id = 'later'");
});

test("Ctrl-C during secret rotate says how far it came, and running it again continues", async () => {
  for (let n = 0; n < 6; n++) {
    const { accountId } = await newAccount();
    await answer(`callback roll-secret --account ${accountId}`);
  }
  const { pool } = operator.db;
  const marks = async () => (await pool.query("select secret_mark from installation")).rows;
  const before = await marks();

  // It waits for the second of six values.
  const other = connect(operator.env.DATABASE_URL, { max: 1, applicationName: "a test" });
  onTestFinished(other.close);
  const holder = await other.pool.connect();
  await holder.query("begin");
  await holder.query(
    `select 1 from callback_secret
      where account_id = (select account_id from callback_secret order by account_id limit 1 offset 1) for update`,
  );
  const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts"), "secret", "rotate"], {
    env: { PATH: process.env.PATH, ...operator.env, GATEPOST_SECRET: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
  child.kill("SIGINT");
  await holder.query("commit");
  holder.release();
  const [stdout, stderr, [code]] = await said;
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
  const [, done] = /^Interrupted after (\d) values; /.exec(stderr) ?? [];
  expect(stderr).toBe(
    `Interrupted after ${done} values; the others are still encrypted under the old secret. ` +
      "Run npx gatepost secret rotate again, which continues: Gatepost does not start until it has finished.\n",
  );
  expect(Number(done)).toBeGreaterThanOrEqual(2);
  expect(Number(done)).toBeLessThan(6);

  expect(await operate("account list")).toMatchObject(refusal("A change of the secret was interrupted"));
  expect(await operate("secret rotate")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${6 - Number(done)} values are encrypted under the new secret.`),
  });
  expect(await operate("account list")).toMatchObject({ code: 0 });
  expect(await marks()).not.toEqual(before);
}, 60_000);
