import sharp from "sharp";
import { expect, test } from "vitest";
import { authenticate } from "../accounts/authenticate.ts";
import { createKey } from "../accounts/keys.ts";
import { saveSession } from "../accounts/sessions.ts";
import { saveSecret } from "../accounts/stored-secrets.ts";
import { createApplication, getApplication, updateApplication } from "../applications/applications.ts";
import { setApplicationIcon } from "../applications/pictures.ts";
import { createShareLink, openShareLink } from "../applications/share-links.ts";
import { setEmbedOrigins } from "../live/open-live.ts";
import { reconcile } from "../money/reconcile.ts";
import { addEmailAddress } from "../notifications/email-addresses.ts";
import { createEndpoint, rollCallbackSecret } from "../notifications/webhooks.ts";
import type { PersonContext } from "../platform/context.ts";
import { claimFirst, hold } from "../platform/held-task-testing.ts";
import {
  behind,
  codeComesLater,
  denied,
  inProcess,
  newApplication,
  newCaller,
  newPerson,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { addNote } from "../statistics/notes.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { openSession } from "../tasks/create-task.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { receiveMessage, rollAddress } from "../waits/inbound-messages.ts";
import { createRule } from "../waits/inbound-rules.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";

const system = await openTestContext();

const { prisma } = system.db;

const right = { isPassword: async (hash: string) => hash === "hash" };
const leave = (ctx: PersonContext) => deleteUser({ ctx, input: right });

/** An account with a person, an application and a template. */
async function newAccount() {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const [softId, templateName] = [await newApplication(system, caller), await newTemplate(system, caller)];
  const also = { websiteURL: "https://example.com/of-ada" };
  return {
    caller,
    accountId,
    softId,
    templateName,
    person: await newPerson(system, { accountId }),
    newTask: () => newTask(caller, templateName, { softId, variables: codeComesLater, also }),
    keys: () => prisma.apiKey.count({ where: { accountId } }),
  };
}

test("an account is deleted with its last user: nothing of it works or identifies its owner, and the ledger stays", async () => {
  const { caller, person, accountId, softId, templateName, newTask: newLateTask, keys } = await newAccount();
  const key = { accountId, name: "ada's laptop", addresses: ["192.0.2.7"] };
  const { clientKey } = await createKey({ ctx: person, input: key });
  const links = [{ label: "ada's manual", url: "https://example.com/of-ada" }];
  await updateApplication({
    ctx: person,
    input: { softId, name: "ada's", description: "ada's", version: "ada's 1", links },
  });
  const screenshot = { version: "1", picture: new Uint8Array(1), width: 1, height: 1 };
  await prisma.applicationScreenshot.create({ data: { applicationId: softId, ...screenshot } });
  const { token } = await createShareLink({ ctx: person, input: { softId, name: "ada's press" } });
  await addNote({ ctx: person, input: { softId, day: "2026-11-20", text: "ada's note" } });
  const secret = { name: "ada's password", value: "correct horse", domains: ["bank.example"] };
  await saveSecret({ ctx: caller, input: secret });
  const endpoint = { accountId, url: "https://example.com/of-ada", format: "text", linkOrigin: null } as const;
  await createEndpoint({ ctx: person, input: { ...endpoint, events: ["failed"] } });
  await setEmbedOrigins({ ctx: person, input: { origins: ["https://of-ada.example"] } });
  await rollAddress({ ctx: person, input: { accountId } });
  await createRule({ ctx: person, input: { accountId, name: "ada's bank", pattern: "(\\d+)" } });
  await receiveMessage(inProcess(system, "web"), { accountId, sender: "ada's bank", text: "1", body: "1" });
  const { id: addressId } = await prisma.emailAddress.create({ data: { accountId, email: "grace@example.org" } });
  const report = { applicationId: softId, addressId, kind: "weekly", timezone: "UTC", nextAt: new Date() };
  const deliveries = { create: { accountId, channel: "report", event: "report" } };
  await prisma.reportSubscription.create({ data: { ...report, deliveries } });
  const taskId = await newTask(caller, templateName, { also: { session: "ada's" } });
  const worker = await newWorker(system);
  const [claimed] = await claimTasks({ ctx: worker, input: { limit: 1 } });
  if (!claimed || claimed.sessionId === null) throw new Error("The task of the session was not claimed.");
  const outcome = { state: { cookies: [{ name: "sid", value: "1" }], origins: [] } };
  expect(await saveSession({ ctx: worker, input: { ...claimed, sessionId: claimed.sessionId, outcome } })).toBe(true);
  const files = { statement: { name: "statement.pdf", type: "application/pdf", size: 1, base64: "QQ==" } };
  await hold(worker, claimed).ready({ files });
  for (const _ of [1, 2]) await newLateTask();
  expect(await rowsOf(accountId, taskId)).toMatchObject({ task: 3, task_session: 1, stored_secret: 1, template: 1 });

  const wrong = deleteUser({ ctx: person, input: { isPassword: async () => false } });
  await expect(wrong).rejects.toMatchObject(denied);
  expect(await keys()).toBe(2);
  expect(await prisma.task.count({ where: { accountId, endedAt: null } })).toBe(2);

  expect(await leave(person)).toEqual({ accountClosed: true });

  await expect(authenticate({ app: inProcess(system, "web"), clientKey, address: "192.0.2.7" })).rejects.toMatchObject({
    code: "ERROR_KEY_DOES_NOT_EXIST",
  });
  expect(await openShareLink({ app: inProcess(system, "web"), token })).toBeNull();
  expect(Object.keys(await rowsOf(accountId, taskId))).toEqual(["active_user", "application", "ledger_entry"]);
  expect(await prisma.applicationScreenshot.count()).toBe(0);
  const account = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(account).toMatchObject({ available: 9_998_000n, held: 0n, suspendedAt: expect.any(Date) });
  expect(await prisma.ledgerEntry.count({ where: { accountId } })).toBe(7);
  expect(await prisma.application.findUnique({ where: { id: softId } })).toMatchObject({
    archivedAt: expect.any(Date),
    published: false,
  });
  expect(await reconcile({ ctx: system })).toEqual([]);
  expect(await everyRow()).not.toMatch(
    new RegExp(`ada's|of-ada|Exporter|${person.email}|192\\.0\\.2\\.7|${templateName}`),
  );
});

test("an account with much is deleted a part at a time, so that others are not held up, nor its last transaction", async () => {
  const { person, accountId, newTask } = await newAccount();
  await Promise.all(Array.from({ length: 150 }, newTask));
  await system.sql`
    insert into idempotency (account_id, key, fingerprint, answer) select ${accountId}::int, n::text, '', '' from generate_series(1, 2500) n`;
  await system.db.pool.query(`
    create table deleted (n int);
    grant insert on deleted to public;
    create function note_deleted() returns trigger language plpgsql as $$ begin
      insert into deleted select count(*) from gone; return null; end $$;
    create trigger note_deleted after delete on idempotency referencing old table as gone
      for each statement execute function note_deleted()`);
  const [underWay, most] = [new Set<unknown>(), [0]];
  const batch: typeof person.batch = async (kind, input) => {
    underWay.add(input);
    most.push(underWay.size);
    return person.batch(kind, input).finally(() => underWay.delete(input));
  };
  expect(await leave({ ...person, batch })).toEqual({ accountClosed: true });
  expect(Math.max(...most)).toBeLessThanOrEqual(100);
  expect((await system.sql`select max(n), sum(n)::int from deleted`)[0]).toEqual({ max: 1_000, sum: 2_500 });
  await system.db.pool.query("drop function note_deleted cascade; drop table deleted");
});

test("as long as others sign in to the account, only the person goes; of the last two who leave at once, one closes it", async () => {
  const { person: first, accountId, softId, keys } = await newAccount();
  const others = [await newPerson(system, { accountId }), await newPerson(system, { accountId })];
  expect(await leave(first)).toEqual({ accountClosed: false });
  expect((await getApplication({ ctx: others[0] as PersonContext, input: { softId } })).name).toBe("Exporter");
  expect(await keys()).toBe(1);
  const left = await Promise.all(others.map(leave));
  expect(left.filter(({ accountClosed }) => accountClosed)).toHaveLength(1);
  expect(await keys()).toBe(0);
});

test("who asks for it twice at once is deleted once, and hears so twice; nobody prevents it by signing up with an address", async () => {
  const { person: first, accountId } = await newAccount();
  const last = await newPerson(system, { accountId });
  const email = `deleted-${accountId}@deleted.invalid`;
  await createUser({ ctx: system, input: { email, passwordHash: "hash", account: { balance: 0n } } });
  for (const [ctx, accountClosed] of [
    [first, false],
    [last, true],
  ] as const) {
    let checking = 0;
    const both = Promise.withResolvers<boolean>();
    const isPassword = () => {
      checking += 1;
      if (checking === 2) both.resolve(true);
      return both.promise;
    };
    const calls = [1, 2].map(() => deleteUser({ ctx, input: { isPassword } }));
    expect(await Promise.all(calls)).toEqual([{ accountClosed }, { accountClosed }]);
  }
});

test("a call that was under way while its account was deleted adds nothing to it", async () => {
  const { person, accountId, templateName } = await newAccount();
  await leave(person);
  const template = { name: templateName, steps: [{ type: "TAKE_SCREENSHOT" }] };
  const secret = { name: "bank password", value: "correct horse", domains: ["bank.example"] };
  const endpoint = { accountId, url: "https://example.com/", format: "text", linkOrigin: null } as const;
  const calls = [
    () => createKey({ ctx: person, input: { accountId, name: "ada's laptop" } }),
    () => createApplication({ ctx: person, input: { accountId, name: "Exporter", published: true } }),
    () => createEndpoint({ ctx: person, input: { ...endpoint, events: ["failed"] } }),
    () => createRule({ ctx: person, input: { accountId, name: "ada's bank", pattern: "(\\d+)" } }),
    () => saveOwnTemplate({ ctx: person, input: { template } }),
    () => saveSecret({ ctx: person, input: secret }),
    () => openSession(person, "bank"),
    () => addEmailAddress({ ctx: person, input: { email: "ada@example.org" } }),
    () => rollAddress({ ctx: person, input: { accountId } }),
    () => rollCallbackSecret({ ctx: person, input: { accountId } }),
    () => setEmbedOrigins({ ctx: person, input: { origins: ["https://app.example.com"] } }),
  ];
  for (const call of calls) await expect(call(), `${call}`).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
  expect(await rowsOf(accountId, 0)).toEqual({ application: 1, ledger_entry: 1 });
});

test("what waits for the lock of an account that is being deleted adds nothing to it", async () => {
  const { person, accountId, softId } = await newAccount();
  const file = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const message = { accountId, sender: "+49151234567", text: "Your code is 349001", body: "" };
  const deletion = `update account set email = 'deleted-' || id, suspended_at = now() where id = ${accountId}`;
  // Of the changes of the account, the process runs one after the other.
  const calls = await behind(system, deletion, 3, () =>
    Promise.allSettled([
      rollAddress({ ctx: person, input: { accountId } }),
      rollCallbackSecret({ ctx: person, input: { accountId } }),
      setApplicationIcon({ ctx: person, input: { softId, file } }),
      newPerson(system, { accountId }),
      receiveMessage(inProcess(system, "web"), message),
    ]),
  );
  expect(calls.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected", "fulfilled"]);
  expect(await prisma.applicationIcon.count({ where: { applicationId: softId } })).toBe(0);
  expect(await prisma.inboundMessage.count({ where: { accountId } })).toBe(0);
});

test("a worker that still holds a task of a deleted account can write nothing any more", async () => {
  const { person, newTask } = await newAccount();
  const taskId = await newTask();
  const task = await claimFirst(system);
  expect(task.taskId).toBe(taskId);
  await leave(person);
  expect(await task.fail()).toEqual({ status: "gone" });
  expect(await prisma.task.count({ where: { id: taskId } })).toBe(0);
  expect(await reconcile({ ctx: system })).toEqual([]);
});

/** The number of rows that name an account or its task, of each table that has any. */
async function rowsOf(accountId: number, taskId: number): Promise<Record<string, number>> {
  const { pool } = system.db;
  const { rows: columns } = await pool.query<{ name: string; column: string }>(
    `select quote_ident(table_name) as name, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('account_id', 'task_id')
      order by table_name`,
  );
  const counts: Record<string, number> = {};
  for (const { name, column } of columns) {
    const id = column === "task_id" ? taskId : accountId;
    const { rows } = await pool.query(`select count(*)::int as n from ${name} where ${column}::text = $1`, [`${id}`]);
    if (rows[0].n > 0) counts[name] = rows[0].n;
  }
  return counts;
}

/** All that the database holds, as text. */
async function everyRow(): Promise<string> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'worker'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ line: string }[]>(`select t::text as line from "${name}" t`);
    texts.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return texts.join("\n");
}
