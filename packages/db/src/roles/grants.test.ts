import { afterAll, expect, test } from "vitest";
import { openClient } from "../servers.ts";
import { openDatabase } from "../testing.ts";
import { applyGrants, relationsOf } from "./apply-grants.ts";
import { grants, sequenceGrants } from "./grants.ts";

const database = await openDatabase();
const owner = await openClient(database.url, "grants");
const web = await openClient(database.webUrl, "grants");
afterAll(() => Promise.all([owner.end(), web.end()]));

test("no function runs with the rights of its owner; grants.ts has a row for every table, view and sequence of the schema, and no other row", async () => {
  const { rows } = await owner.query(
    "select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace and prosecdef",
  );
  expect(rows).toEqual([]);

  const { tables, sequences } = await relationsOf(owner);
  const standalone = sequences.filter(({ table }) => table === null).map(({ name }) => name);
  const unlike = (names: readonly string[], rows: readonly string[]) => ({
    "without a row: add what web and worker may do with it": names.filter((name) => !rows.includes(name)),
    "no longer in the schema: remove the row": rows.filter((name) => !names.includes(name)),
  });
  const none = unlike([], []);
  expect(unlike(tables, Object.keys(grants)), "grants in packages/db/src/roles/grants.ts").toEqual(none);
  expect(unlike(standalone, Object.keys(sequenceGrants)), "sequenceGrants in the same file").toEqual(none);
});

test("what was granted beyond that is taken back, and what is missing is granted, also by several at once", async () => {
  await owner.query(
    "grant all on ledger_entry, portal_user to gatepost_web; grant update (bid) on account to gatepost_web",
  );
  await owner.query("revoke all on share_link from gatepost_web");
  await web.query("delete from ledger_entry");
  await applyGrants(database.url);
  for (const refused of ["delete from ledger_entry", "update portal_user set name = ''", "update account set bid = 1"])
    await expect(web.query(refused), refused).rejects.toMatchObject({ code: "42501" });
  await web.query("select from share_link");

  await owner.query("revoke all on task, variable, count from gatepost_web, gatepost_worker");
  await Promise.all(Array.from({ length: 4 }, () => applyGrants(database.url)));
  await web.query("select from task, variable, count");
});

test("a role that was not given the database by name gets nothing in it", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await owner.query(`revoke connect on database ${name} from gatepost_web; revoke all on share_link from gatepost_web`);
  await applyGrants(database.url);
  await expect(web.query("select from share_link")).rejects.toMatchObject({ code: "42501" });
  await owner.query(`grant connect on database ${name} to gatepost_web`);
  await applyGrants(database.url);
  await web.query("select from share_link");
});
