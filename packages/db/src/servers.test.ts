import { afterAll, expect, test, vi } from "vitest";
import { openRelay, type Relay } from "../../../tests/relay.ts";
import { connect } from "./connect.ts";
import { findServer, openClient, serversOf } from "./servers.ts";
import { cloneDatabase } from "./testing.ts";

test.each([
  ["postgresql://user:pass@a:5432/name?sslmode=disable", ["postgresql://user:pass@a:5432/name?sslmode=disable"]],
  ["postgresql://u:p%40@a:1,b:2/name", ["postgresql://u:p%40@a:1/name", "postgresql://u:p%40@b:2/name"]],
  [
    "postgres://u@a,[::1]:2/name?target_session_attrs=read-write&sslmode=require",
    ["postgres://u@a/name?sslmode=require", "postgres://u@[::1]:2/name?sslmode=require"],
  ],
  ["postgresql://u@a/name?application_name=shop&sslmode=require", ["postgresql://u@a/name?sslmode=require"]],
  ["no URL, but a text", ["no URL, but a text"]],
])("%s names %j", (url, servers) => {
  expect(serversOf(url)).toEqual(servers);
});

const database = await cloneDatabase();
const relays = [await openRelay(database.url), await openRelay(database.url)];
afterAll(async () => {
  for (const relay of relays ?? []) relay.close();
  await database?.drop();
});

const both = () => {
  const [host = "", other = ""] = relays.map(({ url }) => new URL(url).host);
  return (relays[0] as Relay).url.replace(host, `${host},${other}`);
};

test("connections go to whichever server takes writes, and to another one when that is gone", async () => {
  const db = connect(both(), { max: 2 });
  const write = async () =>
    (await db.pool.query("insert into account (email) values (gen_random_uuid()::text) returning id")).rows;
  const [first, second] = relays as [Relay, Relay];
  for (const stopped of [first, second, first]) {
    const other = stopped === first ? second : first;
    stopped.cut();
    other.restore();
    await expect.poll(write, { timeout: 60_000 }).toHaveLength(1);
    expect(other.open).toBeGreaterThan(0);
  }
  first.cut();
  second.cut();
  await expect(write()).rejects.toThrow();
  first.restore();
  second.restore();
  await db.close();
});

test("if no server accepts writes, the error says that, rather than that another one cannot be reached", async () => {
  const name = new URL(database.url).pathname.slice(1);
  const db = connect(database.url, { max: 1 });
  await db.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  relays[0]?.cut();
  await expect(findServer(both())).rejects.toMatchObject({ code: "25006" });
  await db.pool.query(`alter database ${name} reset default_transaction_read_only`);
  await expect(findServer(both())).resolves.toBe(relays[1]?.url);
  relays[0]?.restore();
  await db.close();
});

test("a connection that this side gives up, because it has no password, is closed", async () => {
  const url = new URL(database.url);
  url.password = "";
  await expect(openClient(url.href, "without password")).rejects.toThrow("password");
  const db = connect(url.href, { max: 1 });
  await expect(db.pool.query("select 1")).rejects.toThrow("password");
  await db.close();
  await using other = await openClient(database.adminUrl, "with password");
  const text = "select count(*)::int as starting from pg_stat_activity where state = 'starting' and usename is null";
  await vi.waitFor(async () => expect((await other.query(text)).rows).toEqual([{ starting: 0 }]), { timeout: 10_000 });
});
