import { expect, test } from "vitest";
import { openRelay } from "../../../tests/relay.ts";
import { connect, makeSettings } from "./connect.ts";
import { openClient } from "./servers.ts";
import { adHoc, openDatabase } from "./testing.ts";

const database = await openDatabase({ max: 2 });
const { db } = database;

test("from the pool itself a bigint is read as a number if a number holds it, otherwise as a bigint", async () => {
  const { rows } = await db.pool.query(
    "SELECT 42::int8 AS small, 9007199254740991::int8 AS edge, 9007199254740993::int8 AS beyond, ARRAY[1::int8, NULL] AS list",
  );
  expect(rows).toEqual([{ small: 42, edge: 9007199254740991, beyond: 9007199254740993n, list: [1, null] }]);
});

test("statements keep their plans and use indexes, while Prisma's queries are planned as the server does by default", async () => {
  const text = `SELECT name, setting FROM pg_settings
                 WHERE name IN ('plan_cache_mode', 'enable_seqscan', 'random_page_cost', 'jit', 'TimeZone') AND source = 'session'
                 ORDER BY name`;
  expect(await db.run(adHoc("settings", text))).toEqual([
    { name: "TimeZone", setting: "UTC" },
    { name: "enable_seqscan", setting: "off" },
    { name: "jit", setting: "off" },
    { name: "plan_cache_mode", setting: "force_generic_plan" },
    { name: "random_page_cost", setting: "1.1" },
  ]);
  const ofPrisma = [{ name: "TimeZone", setting: "UTC" }];
  expect(await db.prisma.$queryRawUnsafe(text)).toEqual(ofPrisma);
  expect(await db.transaction((tx) => tx.run(adHoc("settings", text)))).toEqual(ofPrisma);
});

test("a time is the same in Prisma, in SQL and on a server in another time zone that writes dates in another form", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await db.pool.query(
    `ALTER DATABASE ${name} SET timezone = 'Asia/Kolkata'; ALTER DATABASE ${name} SET datestyle = 'German'`,
  );
  const elsewhere = connect(database.url);
  const createdAt = new Date("2026-03-29T01:30:00.123Z");
  const { id } = await elsewhere.prisma.account.create({ data: { email: "b@example.org", createdAt } });
  expect((await elsewhere.prisma.account.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(createdAt);
  const [row] = await elsewhere.run(adHoc("made", `SELECT created_at FROM account WHERE id = ${id}`));
  expect(row).toEqual({ created_at: createdAt });
  await elsewhere.close();
});

test("a statement that PostgreSQL refuses costs no connection, one that the server cut is replaced, and its name is ours", async () => {
  const backend = adHoc<{ pid: number }>("backend", "SELECT pg_backend_pid() AS pid");
  const one = connect(database.url, { max: 1 });
  const [{ pid } = { pid: 0 }] = await one.run(backend);
  await expect(one.run(adHoc("broken", "SELECT 1/0"))).rejects.toMatchObject({ code: "22012" });
  expect(await one.run(backend)).toEqual([{ pid }]);
  const removed = new Promise((resolve) => one.pool.once("remove", resolve));
  await db.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await removed;
  expect(await one.run(adHoc("alive", "SELECT 1 AS one"))).toEqual([{ one: 1 }]);
  await one.close();

  const named = connect(`${database.url}?application_name=shop`, { max: 1, applicationName: "gatepost web" });
  const asked = adHoc("named", "SELECT current_setting('application_name') AS name");
  expect(await named.run(asked)).toEqual([{ name: "gatepost web" }]);
  await named.close();
});

test("of transactions at once each runs its statements on its own connection", async () => {
  const some = connect(database.url);
  const backend = adHoc<{ pid: number }>("backend", "SELECT pg_backend_pid() AS pid");
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  const pids = await Promise.all(
    [1, 2, 3].map(() =>
      some.transaction(async (tx) => {
        const before = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        waiting += 1;
        if (waiting === 3) all.resolve();
        await all.promise;
        const after = await tx.run(backend);
        expect(after).toEqual(before);
        return after[0]?.pid;
      }),
    ),
  );
  expect(new Set(pids).size).toBe(3);
  await some.close();
});

test("statements carry their name to the server, unless a pooler forbids it", async () => {
  const names = adHoc("names", "SELECT name FROM pg_prepared_statements");
  const unnamed = connect(database.url, { preparedNames: false });
  expect(await db.run(names)).toContainEqual({ name: "names" });
  expect(await unnamed.run(names)).toEqual([]);
  expect(await unnamed.runHeartbeat(names)).toEqual([]);
  await unnamed.close();
});

test("the server cancels a statement before the client gives up, so that nothing is done after an error was reported", async () => {
  const hasty = connect(database.url, { max: 1, queryTimeout: 1_000 });
  const held = await db.pool.connect();
  await held.query("BEGIN; LOCK TABLE installation IN EXCLUSIVE MODE");
  const late = hasty.run(adHoc("late", "INSERT INTO installation (id, secret_mark) VALUES (1, 'late')"));
  await expect(late).rejects.toMatchObject({ code: "57014" });
  await held.query("ROLLBACK");
  expect(await hasty.run(adHoc("done", "SELECT id FROM installation"))).toEqual([]);
  held.release();
  await hasty.close();
});

test("a heartbeat is answered while every other connection is busy", async () => {
  const some = connect(database.url, { max: 2 });
  const backend = adHoc<{ pid: number }>("backend", "SELECT pg_backend_pid() AS pid");
  const sleep = adHoc("sleep", "SELECT pg_sleep(30)");
  // The third one is queued, until it gives up.
  for (const statement of [sleep, sleep, backend]) void some.run(statement).catch(() => "ended");
  const [{ pid } = { pid: 0 }] = await some.runHeartbeat(backend);
  expect(await some.runHeartbeat(backend)).toEqual([{ pid }]);
  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid()",
  );
  await some.close();
});

test("R5: when connections are silently dead, one query timeout is paid, not one for each of them", async () => {
  const relay = await openRelay(database.url);
  const some = connect(relay.url, { max: 8, queryTimeout: 500 });
  const backend = adHoc("backend", "SELECT pg_backend_pid() AS pid, pg_sleep(0.1)");
  await Promise.all(Array.from({ length: 5 }, () => some.run(backend)));
  expect(some.pool.idleCount).toBe(5);
  relay.blackhole();
  relay.restore();
  await expect(some.run(backend)).rejects.toThrow(/timeout/);
  await some.run(backend);
  relay.close();
  await some.close();
});

test("a server that does not know an optional setting keeps the others; without a required one there is no connection", async () => {
  await using client = await openClient(database.url, "settings");
  const optional = ["SET jit = off", "SET no_such_thing = 1", "SET random_page_cost = 1.1"];
  await makeSettings(client, ["SET TIME ZONE 'UTC'"], optional);
  const { rows } = await client.query(
    "select current_setting('TimeZone') as zone, current_setting('jit') as jit, current_setting('random_page_cost') as cost",
  );
  expect(rows).toEqual([{ zone: "UTC", jit: "off", cost: "1.1" }]);

  const made = makeSettings(client, ["SET no_such_thing = 1"], ["SET jit = off"]);
  await expect(made).rejects.toMatchObject({ code: "42704" });
});
