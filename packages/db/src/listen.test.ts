import { afterEach, expect, test } from "vitest";
import { openRelay } from "../../../tests/relay.ts";
import { type Listener, listen } from "./listen.ts";
import { openDatabase } from "./testing.ts";

let listener: Listener;

const database = await openDatabase();
const { db } = database;

afterEach(() => listener.close());

test("notifications arrive on every channel, also after the server disconnected the listener, which reports it", async () => {
  const received = stream();
  listener = listen(database.url, ["a", "Strange name"], received.notify, received.state);
  await received.next("listening");
  await db.pool.query(`SELECT pg_notify('a', '1'), pg_notify('Strange name', '2')`);
  expect([await received.next(), await received.next()]).toEqual(["a 1", "Strange name 2"]);

  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gatepost listener' and datname = current_database()",
  );
  await received.next("lost");
  await received.next("listening");
  await db.pool.query("NOTIFY a, 'again'");
  expect(await received.next()).toBe("a again");
});

test("a connection that is silently dead is detected without waiting for its system to notice", async () => {
  const wire = await openRelay(database.url);
  const received = stream();
  listener = listen(wire.url, ["a"], received.notify, received.state);
  await received.next("listening");
  wire.blackhole();
  await received.next("lost");
  wire.close();
});

test("a listener without a database closes at once", async () => {
  listener = listen("postgresql://nobody@127.0.0.1:9/none", ["a"], () => {});
  await listener.close();
});

/** What a listener reports, to be awaited one by one. */
function stream() {
  const waiting: ((word: string) => void)[] = [];
  const words: string[] = [];
  const push = (word: string) => {
    const waiter = waiting.shift();
    if (waiter) waiter(word);
    else words.push(word);
  };
  return {
    notify: (channel: string, payload: string) => push(`${channel} ${payload}`),
    state: push,
    async next(expected?: string): Promise<string> {
      const word = words.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
      if (expected !== undefined) expect(word).toBe(expected);
      return word;
    },
  };
}
