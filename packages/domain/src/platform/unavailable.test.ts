import { connect, type Db } from "@gatepost/db/connect";
import { adHoc, openDatabase } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { errorCodeOf, isUnavailable } from "./unavailable.ts";

const update = adHoc("update_email", "update account set email = 'b'");
const sleep = adHoc("sleep", "select pg_sleep(30)::text");

const database = await openDatabase({ max: 2 });
const { db: admin } = database;

/** What each way to the database rejects with. */
const ways: [string, (db: Db) => Promise<unknown>][] = [
  ["a statement", (db) => db.run(update)],
  ["a heartbeat", (db) => db.runHeartbeat(update)],
  ["a verb of Prisma", (db) => db.prisma.account.create({ data: { email: "a@example.org" } })],
  ["raw SQL of Prisma", (db) => db.prisma.$executeRawUnsafe(update.text)],
  ["a transaction", (db) => db.transaction((tx) => tx.account.create({ data: { email: "a@example.org" } }))],
];

async function rejection(of: Promise<unknown>): Promise<unknown> {
  return of.then(
    () => expect.unreachable("it did not fail"),
    (error: unknown) => error,
  );
}

test.each(ways)("%s finds that the server takes no writes", async (_, fail) => {
  const name = new URL(database.url).pathname.slice(1);
  await admin.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const db = connect(database.url);
  const error = await rejection(fail(db));
  expect([errorCodeOf(error), isUnavailable(error)]).toEqual(["25006", true]);
  await db.close();
  await admin.pool.query(`alter database ${name} reset default_transaction_read_only`);
});

test.each(ways)("%s finds nobody there", async (_, fail) => {
  const db = connect("postgresql://nobody@127.0.0.1:9/none");
  const error = await rejection(fail(db));
  expect(errorCodeOf(error)).toMatch(/^(ECONNREFUSED|P1001|P2010)$/);
  expect(isUnavailable(error)).toBe(true);
  await db.close();
});

test.each<[string, (db: Db) => Promise<unknown>]>([
  ["a statement", (db) => db.run(sleep)],
  ["a heartbeat", (db) => db.runHeartbeat(sleep)],
  ["raw SQL of Prisma", (db) => db.prisma.$executeRawUnsafe(sleep.text)],
  ["a transaction", (db) => db.transaction((tx) => tx.$executeRawUnsafe(sleep.text))],
])("%s whose server stops is recognised as unavailable", async (_, run) => {
  const db = connect(database.url, { applicationName: "doomed" });
  const failing = rejection(run(db));
  const killed =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed' and wait_event = 'PgSleep'";
  while ((await admin.pool.query(killed)).rowCount === 0);
  expect(isUnavailable(await failing)).toBe(true);
  await db.close();
});

const pgError = (code: string, more = {}) => Object.assign(new Error("from PostgreSQL"), { code, ...more });

test.each([
  [pgError("53100"), true],
  [pgError("57P03"), true],
  [pgError("26000"), true],
  [pgError("40001"), true],
  [pgError("40P01", { routine: "ProcessInterrupts" }), true],
  [pgError("40P01", { routine: "DeadLockReport" }), false],
  [pgError("0A000", { message: "cached plan must not change result type" }), true],
  [pgError("0A000"), false],
  [pgError("42P01"), false],
  [pgError("23505"), false],
  [new Error("Client was closed and is not queryable"), true],
  [new Error("Cannot use a pool after calling end on the pool"), true],
  [new Error("something else"), false],
  [undefined, false],
])("%s", (error, unavailable) => {
  expect(isUnavailable(error)).toBe(unavailable);
});
