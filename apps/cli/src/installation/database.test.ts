import { expect, test } from "vitest";
import { findDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

const server = process.env.GATEPOST_TEST_POSTGRES ?? "";

const withUrl = (change: Partial<URL>) => Object.assign(new URL(server), change).href;

test("a database that answers is used as it is", async () => {
  await using database = await findDatabase(readSettings({ DATABASE_URL: server }));
  expect(database.url).toBe(server);
});

const two = "postgresql://ann:secret@127.0.0.1:9,127.0.0.1:7/x?target_session_attrs=read-write";

test.each([
  ["nobody listens", "postgresql://ann:secret@127.0.0.1:9/x", "127.0.0.1:9/x cannot be reached (ECONNREFUSED)"],
  ["the password is wrong", withUrl({ password: "secret" }), "refuses its user or password"],
  ["the database is missing", withUrl({ pathname: "/missing" }), "does not exist: create it"],
  ["neither of two servers answers", two, "127.0.0.1:9,127.0.0.1:7/x"],
])("when %s, one sentence says so without the password", async (_, url, says) => {
  const error = await findDatabase(readSettings({ DATABASE_URL: url })).catch((reason: Error) => reason);
  expect(String(error)).toContain(says);
  expect(String(error)).not.toContain(new URL(url.replace(/,[^/]*/, "")).password);
});
