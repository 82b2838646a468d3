import { afterAll, beforeAll, expect, test } from "vitest";
import { openRelay } from "../../../tests/relay.ts";
import { connect, type Db } from "./connect.ts";
import { type ClonedDatabase, cloneDatabase } from "./testing.ts";

let database: ClonedDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = connect(database.url, { max: 2 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a bigint comes back as a number while a number holds it, else as a bigint", async () => {
  const [row] = await db.sql({
    name: "bigints",
    text: "SELECT 42::int8 AS small, 9007199254740991::int8 AS edge, 9007199254740993::int8 AS beyond, ARRAY[1::int8, NULL] AS list",
  });
  expect(row).toEqual({ small: 42, edge: 9007199254740991, beyond: 9007199254740993n, list: [1, null] });
});

test("Prisma reads and writes its bigints on the same pool", async () => {
  const made = await db.prisma.account.create({ data: { email: "a@example.org", available: 12n } });
  expect(made.available).toBe(12n);
  expect(await db.sql({ name: "available", text: "SELECT available FROM account" })).toEqual([{ available: 12 }]);
});

test("a moment is the same moment in Prisma, in SQL and on a server that lives in another zone", async () => {
  await db.pool.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'Asia/Kolkata'`);
  const elsewhere = connect(database.url);
  const createdAt = new Date("2026-03-29T01:30:00.123Z");
  const { id } = await elsewhere.prisma.account.create({ data: { email: "b@example.org", createdAt } });
  expect((await elsewhere.prisma.account.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(createdAt);
  const [row] = await elsewhere.sql({ name: "made", text: "SELECT created_at FROM account WHERE id = $1" }, [id]);
  expect(row).toEqual({ created_at: createdAt });
  await elsewhere.close();
});

test("a statement that PostgreSQL refuses costs no connection", async () => {
  const backend = { name: "backend", text: "SELECT pg_backend_pid() AS pid" };
  const one = connect(database.url, { max: 1 });
  const before = await one.sql(backend);
  await expect(one.sql({ name: "broken", text: "SELECT 1/0" })).rejects.toMatchObject({ code: "22012" });
  expect(await one.sql(backend)).toEqual(before);
  await one.close();
});

test("a connection that the server cut is replaced", async () => {
  const one = connect(database.url, { max: 1 });
  const [{ pid } = { pid: 0 }] = await one.sql<{ pid: number }>({
    name: "pid",
    text: "SELECT pg_backend_pid() AS pid",
  });
  const removed = new Promise((resolve) => one.pool.once("remove", resolve));
  await db.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await removed;
  expect(await one.sql({ name: "alive", text: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
  await one.close();
});

test("statements carry their name to the server, unless a pooler forbids it", async () => {
  const names = { name: "names", text: "SELECT name FROM pg_prepared_statements" };
  const unnamed = connect(database.url, { preparedNames: false });
  expect(await db.sql(names)).toContainEqual({ name: "names" });
  expect(await unnamed.sql(names)).toEqual([]);
  await unnamed.close();
});

test("a query without an answer is given up, and the next one gets another connection", async () => {
  const impatient = connect(database.url, { max: 1, queryTimeout: 200 });
  await expect(impatient.sql({ name: "sleep", text: "select pg_sleep(30)" })).rejects.toThrow(/Query read timeout/);
  expect(await impatient.sql({ name: "one", text: "select 1 as one" })).toEqual([{ one: 1 }]);
  await impatient.close();
});

test("R5: when connections went dead without a word, one query timeout is paid, not one for each of them", async () => {
  const relay = await openRelay(database.url);
  const some = connect(relay.url, { max: 5, queryTimeout: 500 });
  const backend = { name: "backend", text: "SELECT pg_backend_pid() AS pid, pg_sleep(0.1)" };
  await Promise.all(Array.from({ length: 5 }, () => some.sql(backend)));
  expect(some.pool.idleCount).toBe(5);
  relay.swallow();
  relay.mend();
  await expect(some.sql(backend)).rejects.toThrow(/timeout/);
  await some.sql(backend);
  relay.close();
  await some.close();
});
