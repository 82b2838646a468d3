import type pg from "pg";
import { describe, expect, test } from "vitest";
import { openClient } from "../servers.ts";
import { ask, openDatabase } from "../testing.ts";

const database = await openDatabase();

const refused = "42501";

/** Runs a statement as a role, each on a connection of its own, and returns PostgreSQL's code where it fails. */
async function codeOf(url: string, statement: string): Promise<string | undefined> {
  await using client = await openClient(url, "roles");
  return await whyRefused(client, statement);
}

const whyRefused = (client: pg.Client, statement: string): Promise<string | undefined> =>
  client.query(statement).then(
    () => undefined,
    (error: pg.DatabaseError) => error.code,
  );

/** What nobody but an owner or a superuser does. */
const forbidden = [
  "create table t (a int)",
  "create function f() returns int language sql as 'select 1'",
  "create role r",
  "create extension pg_trgm",
  "alter table task add column a int",
  "drop table task",
  "truncate task cascade",
  "alter role gatepost_owner password 'x'",
  "set role gatepost_owner",
  "set session_replication_role = replica",
  "alter system set log_statement = 'all'",
  "select rolpassword from pg_authid",
  "copy task to program 'cat'",
  "copy (select 1) to '/tmp/x'",
  "select pg_read_file('/etc/passwd')",
  "select lo_import('/etc/passwd')",
  "select checksum from _prisma_migrations",
  "update installation set secret_mark = ''",
  "update ledger_entry set available = 0",
  "delete from ledger_entry",
  "delete from account",
  "update account set bid = 1",
  "update application set commission = 0",
  "delete from count",
  "update template_version set document = '{}'",
];

/** What only the other one does. */
const foreign = {
  web: [
    "select value from stored_secret",
    "select state from task_session",
    "select from reconciliation_scan",
    "update worker set lease_tick = 1",
    "insert into task_step (task_id, run, number, type) values (1, 1, 1, '')",
    "update task set price = 0",
    "update task_step set picture = null",
    "update delivery set address_id = 1",
    "select nextval('worker_id_seq')",
  ],
  worker: [
    "insert into template_version (template_id, number, document) values (1, 1, '{}')",
    "update template set current_version_id = null",
    "select password from portal_credential",
    "select token from portal_session",
    "update portal_session set expires_at = now() - interval '1 second'",
    "insert into portal_session (id, expires_at, token, user_id) values ('a', now(), 'a', 'a')",
    "select value from portal_verification",
    "select hash from api_key",
    "select from share_link",
    "update callback_secret set secret = ''",
    "select answer from idempotency",
    "select email from account",
    "select current_version_id from template",
    "insert into delivery (channel, account_id, address_id) values ('wait', 1, 1)",
    "update delivery set address_id = 1",
    "insert into account (email) values ('a')",
    "select nextval('task_id_block')",
  ],
} as const;

describe.each(["web", "worker"] as const)("S18: the role of %s", (process) => {
  const url = () => (process === "web" ? database.webUrl : database.workerUrl);

  test("may do nothing that is an owner's or a superuser's", async () => {
    const answers = await Promise.all(forbidden.map(async (statement) => [statement, await codeOf(url(), statement)]));
    expect(answers).toEqual(forbidden.map((statement) => [statement, refused]));
  });

  test("may not run the other one's statements", async () => {
    const statements = foreign[process];
    const answers = await Promise.all(statements.map(async (statement) => [statement, await codeOf(url(), statement)]));
    expect(answers).toEqual(statements.map((statement) => [statement, refused]));
  });

  test("is not a superuser, owns nothing and cannot connect elsewhere", async () => {
    const rows = await ask(
      url(),
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powers,
              (select count(*)::int from pg_class where pg_has_role(relowner, 'usage')) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
         from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ powers: false, owned: 0, memberships: 0 }]);
  });
});

test("the refused statements are valid: the owner or a superuser may run them", async () => {
  // Those that would last, or that nobody may run here.
  const skipped = /^(create (role|extension)|alter (system|role)|drop|set (role|session))|\/tmp\/x|lo_import/;
  const statements = [...forbidden, ...foreign.web, ...foreign.worker].filter((statement) => !skipped.test(statement));
  await using client = await openClient(database.adminUrl, "roles");
  for (const statement of statements) {
    await client.query("begin");
    const code = await whyRefused(client, statement);
    await client.query("rollback");
    // Rows that are not there: constraints.
    expect(code === undefined || code.startsWith("23"), `${statement}: ${code}`).toBe(true);
  }
});
