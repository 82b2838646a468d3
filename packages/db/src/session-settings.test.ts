import pg from "pg";
import { expect, test } from "vitest";
import { makeSettings } from "./connect.ts";
import { openDatabase } from "./testing.ts";

const database = await openDatabase();
async function onConnection<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

test("a server that does not know an optional setting keeps the others", async () => {
  const kept = await onConnection(async (client) => {
    await makeSettings(
      client,
      ["SET TIME ZONE 'UTC'"],
      ["SET jit = off", "SET no_such_thing = 1", "SET random_page_cost = 1.1"],
    );
    const shown = await client.query(
      "select current_setting('TimeZone') as zone, current_setting('jit') as jit, current_setting('random_page_cost') as cost",
    );
    return shown.rows[0];
  });
  expect(kept).toEqual({ zone: "UTC", jit: "off", cost: "1.1" });
});

test("without a required setting there is no connection", async () => {
  const made = onConnection((client) => makeSettings(client, ["SET no_such_thing = 1"], ["SET jit = off"]));
  await expect(made).rejects.toMatchObject({ code: "42704" });
});
