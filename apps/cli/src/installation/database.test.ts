import { expect, test } from "vitest";
import { findDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

const server = process.env.GATEPOST_TEST_POSTGRES ?? "";

function at(change: (url: URL) => void): string {
  const url = new URL(server);
  change(url);
  return url.href;
}

test("a database that answers is used as it is", async () => {
  await using database = await findDatabase(readSettings({ DATABASE_URL: server }));
  expect(database.url).toBe(server);
});

test.each([
  {
    what: "nobody listens",
    url: "postgresql://ann:secret@127.0.0.1:9/x",
    says: "127.0.0.1:9/x cannot be reached (ECONNREFUSED)",
  },
  {
    what: "the password is wrong",
    url: at((url) => {
      url.password = "secret";
    }),
    says: "refuses its user or password",
  },
  {
    what: "the database is missing",
    url: at((url) => {
      url.pathname = "/missing";
    }),
    says: "does not exist: create it",
  },
  {
    what: "neither of two servers answers",
    url: "postgresql://ann:secret@127.0.0.1:9,127.0.0.1:7/x?target_session_attrs=read-write",
    says: "127.0.0.1:9,127.0.0.1:7/x",
  },
])("when $what, one sentence says so without the password", async ({ url, says }) => {
  const error = await findDatabase(readSettings({ DATABASE_URL: url })).catch((reason: Error) => reason);
  expect(String(error)).toContain(says);
  expect(String(error)).not.toContain(new URL(url.replace(/,[^/]*/, "")).password);
});
