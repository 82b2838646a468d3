import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../../../tests/listen.ts";
import { findDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

const server = process.env.GATEPOST_TEST_POSTGRES ?? "";

const withUrl = (change: Partial<URL>) => Object.assign(new URL(server), change).href;

test("a database that answers is used as it is", async () => {
  await using database = await findDatabase(readSettings({ DATABASE_URL: server }));
  expect(database.url).toBe(server);
});

/** Refuses everybody, as PostgreSQL does over a connection without TLS if pg_hba.conf has only entries with `hostssl`. */
const refusing = createServer((socket) => {
  const fields = [
    "SFATAL",
    "C28000",
    'Mno pg_hba.conf entry for host "::1", user "ann", database "x", no encryption',
    "",
  ];
  const body = Buffer.from(`${fields.join("\0")}\0`);
  socket.once("data", () => socket.end(Buffer.concat([Buffer.from([69, 0, 0, 0, 4 + body.length]), body])));
});
afterAll(() => refusing.close());
const encrypted = `postgresql://ann:secret@127.0.0.1:${(await listen(refusing)).port}/x`;

const two = "postgresql://ann:secret@127.0.0.1:9,127.0.0.1:7/x?target_session_attrs=read-write";

test.each([
  ["nobody listens", "postgresql://ann:secret@127.0.0.1:9/x", "127.0.0.1:9/x cannot be reached (ECONNREFUSED)"],
  ["the password is wrong", withUrl({ password: "secret" }), "refuses its user or password"],
  ["the database is missing", withUrl({ pathname: "/missing" }), "does not exist: create it"],
  ["neither of two servers answers", two, "127.0.0.1:9,127.0.0.1:7/x"],
  ["it requires TLS", encrypted, "add one, or, if it accepts only TLS, add ?sslmode=verify-full to DATABASE_URL."],
  [
    "a certificate is missing",
    withUrl({ search: "sslrootcert=/missing" }),
    "(ENOENT: no such file or directory, open '/missing')",
  ],
])("when %s, one sentence says so without the password", async (_, url, says) => {
  const error = await findDatabase(readSettings({ DATABASE_URL: url })).catch((reason: Error) => reason);
  expect(String(error)).toContain(says);
  expect(String(error)).not.toContain(new URL(url.replace(/,[^/]*/, "")).password);
});
