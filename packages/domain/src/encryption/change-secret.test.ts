import { expect, test } from "vitest";
import { readSecrets } from "../accounts/read-stored-secrets.ts";
import { saveSecret } from "../accounts/stored-secrets.ts";
import { readEndpoints, signingSecrets } from "../notifications/claim-deliveries.ts";
import { createEndpoint, rollCallbackSecret, rollEndpointSecret } from "../notifications/webhooks.ts";
import type { KeyContext } from "../platform/context.ts";
import { claimFirst, hold } from "../platform/held-task-testing.ts";
import { openAppContext } from "../platform/open-app-context.ts";
import { codeComesLater, newCaller, newTask, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { createVault } from "../platform/vault.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { openContent, receiveMessage } from "../waits/inbound-messages.ts";
import { changeSecret, sealedTables, sealedValues } from "./change-secret.ts";
import { requireSecret, secretMark } from "./installation-secret.ts";

const sealedColumns = sealedTables.flatMap(({ model, columns }) => {
  const table = model.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return columns.map((column) => ({ table, column }));
});

const nextSecret = "another secret, which follows the one of the tests";
const next = createVault(nextSecret);

const system = await openTestContext();
const caller = await newCaller(system);

/** The same context under the next secret. */
function later(ctx: KeyContext): KeyContext {
  return { ...openAppContext({ db: system.db, secret: nextSecret, settings: system.settings }), actor: ctx.actor };
}

/** A task whose late value is supplied, with a value given at creation. */
async function suppliedTask(templateName: string, code: string): Promise<number> {
  const taskId = await newTask(caller, templateName, { variables: { ...codeComesLater, given: `of ${code}` } });
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: code } });
  return taskId;
}

const steps = [
  { type: "WAIT_FOR_VARIABLE_VALUE" as const, name: "code" },
  { type: "FILL_INPUT" as const, selector: "#a", value: { variable: "code" } },
  { type: "FILL_INPUT" as const, selector: "#b", value: { variable: "given" } },
];

test("R16: every stored secret is readable under the new key, and by it alone; interrupted, the change goes on", async () => {
  const templateName = await newTemplate(system, caller, steps);
  const done: number[] = [];
  for (let n = 0; n < 10; n++) {
    const taskId = await suppliedTask(templateName, `done ${n}`);
    const { held, ready } = await claimFirst(system);
    // As record-picture seals it, without the browser that makes one.
    const picture = system.vault.seal("cGljdHVyZQ==", [held.accountId, taskId, "picture"]);
    await system.sql`
      insert into task_step (task_id, run, number, type, picture) values (${taskId}, 1, 1, 'TAKE_SCREENSHOT', ${picture})`;
    await ready({ texts: { n: String(n) } });
    done.push(taskId);
  }
  const { accountId } = caller.actor;
  const callbackSecrets: string[] = [];
  for (let n = 0; n < 2; n++)
    callbackSecrets.push((await rollCallbackSecret({ ctx: system, input: { accountId } })).secret);
  await saveSecret({ ctx: caller, input: { name: "password", value: "correct horse", domains: ["bank.example"] } });
  await receiveMessage(caller, { accountId, sender: "bank", text: "Your code is 1", body: "1" });
  // It was chosen for a wait when the process that would have pushed it was killed.
  await system.sql`update inbound_message set outcome = 'answering', task_id = ${done[0]} where account_id = ${accountId}`;
  const { endpointId, secret: former } = await createEndpoint({
    ctx: system,
    input: { accountId, url: "https://example.com/", format: "standard", events: ["ready"], linkOrigin: null },
  });
  const { secret: current } = await rollEndpointSecret({ ctx: system, input: { accountId, endpointId } });
  const open: number[] = [];
  for (let n = 0; n < 10; n++) open.push(await suppliedTask(templateName, `open ${n}`));

  const interrupted = changeSecret({
    ctx: system,
    input: {
      next: () => next,
      onProgress(sealed) {
        if (sealed > 12) throw new Error("interrupted");
      },
    },
  });
  await expect(interrupted).rejects.toThrow("interrupted");
  for (const ctx of [system, { ...later(caller), actor: system.actor }])
    await expect(requireSecret({ ctx }), "with half of the values under each").rejects.toThrow("was interrupted");
  await expect(newWorker(system), "which would find tasks that it cannot read").rejects.toThrow("was interrupted");
  const { sealed } = await changeSecret({ ctx: system, input: { next: () => next } });
  // 10 solutions, pictures, given objects and late values, two secrets of callbacks, a stored one, a message, and two secrets of events.
  expect(sealed).toBeGreaterThan(0);
  expect(sealed).toBeLessThan(46);
  await expect(changeSecret({ ctx: system, input: { next: () => next } })).rejects.toThrow("under another secret");
  await expect(newWorker(system)).rejects.toThrow("under another secret");
  await requireSecret({ ctx: { ...later(caller), actor: system.actor } });

  // Nothing is left that the old secret opens.
  let seen = 0;
  const names: Record<string, string> = { value: "s.name" };
  for (const { table, column } of sealedColumns.filter(
    ({ table }) => !/_secret$|_session$|_message$|_endpoint$/.test(table),
  )) {
    const name = names[column] ?? `'${column}'`;
    const key = table === "task" ? "id" : "task_id";
    const { rows } = await system.db.pool.query(
      `select t.account_id, t.id, ${name} as name, s.${column} as value
         from ${table} s join task t on t.id = s.${key} where s.${column} is not null`,
    );
    seen += rows.length;
    for (const row of rows) {
      const bound = [row.account_id, row.id, row.name] as const;
      expect(next.open(row.value, bound)).toEqual(expect.any(String));
      expect(() => system.vault.open(row.value, bound)).toThrow();
    }
  }
  expect(seen).toBe(40);

  const message = await system.db.prisma.inboundMessage.findFirstOrThrow({ where: { accountId } });
  expect(openContent(next, accountId, message.content ?? new Uint8Array())).toEqual({ text: "Your code is 1" });
  // And what people see is what it was.
  const ctx = later(caller);
  const worker = await newWorker({ ...ctx, actor: system.actor });
  const signing = await signingSecrets(worker, [accountId]);
  expect(signing.get(accountId)).toEqual(callbackSecrets.toReversed());
  const endpoints = await readEndpoints(worker, [endpointId]);
  expect(endpoints.get(endpointId)?.secrets).toEqual([current, former]);
  const stored = await readSecrets({ ctx: worker, input: { accountId, names: ["password"] } });
  expect(stored.get("password")?.value).toBe("correct horse");
  for (const [n, taskId] of done.entries())
    expect(await getTaskResult({ ctx, input: { taskId } })).toMatchObject({ solution: { texts: { n: String(n) } } });
  const claimed = await claimTasks({ ctx: worker, input: { limit: 100 } });
  expect(claimed.map(({ taskId, given }) => [taskId, given])).toEqual(
    open.map((taskId, n) => [taskId, { given: `of open ${n}` }]),
  );
  for (const [n, task] of claimed.entries()) {
    const { taskId } = task;
    // The same value again is the same one under the new secret too.
    await pushVariable({ ctx, input: { taskId, name: "code", value: `open ${n}` } });
    expect(await hold(worker, task).take()).toEqual({ status: "taken", value: `open ${n}` });
    await pushVariable({ ctx, input: { taskId, name: "code", value: `open ${n}` } });
  }
});

test("every bytes column is listed here as sealed, a hash or public", async () => {
  const rows = await system.sql`
    select table_name || '.' || column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'bytea' order by 1`;
  const hashes = [
    "answer_link.hash",
    "api_key.hash",
    "email_address.token_hash",
    "idempotency.fingerprint",
    "inbound_address.hash",
    "inbound_message.fingerprint",
    "share_link.hash",
    "variable.fingerprint",
    "variable.refused",
  ];
  const shown = ["application_icon.picture", "application_screenshot.picture"];
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ column }) => column)).toEqual([...hashes, ...shown, ...sealed].sort());
});

test("the secret is not changed while others work on the database", async () => {
  const other = await system.db.pool.connect();
  await other.query("set application_name = 'gatepost worker'");
  const asked = changeSecret({ ctx: system, input: { next: () => next } });
  await expect(asked).rejects.toThrow("Others work on the database (gatepost worker: 1): stop Gatepost first.");
  await other.query("reset application_name");
  other.release();
});

test("a value of a third secret stops the change, with its place", async () => {
  await system.sql`update installation set secret_mark = ${secretMark(system.vault)}`;
  const third = createVault("a third secret, which nobody knows any more");
  const taskId = await suppliedTask(await newTemplate(system, caller, steps), "lost");
  await system.sql`
    update variable set value = ${third.seal('"lost"', [caller.actor.accountId, taskId, "code"])} where task_id = ${taskId}`;
  await expect(changeSecret({ ctx: system, input: { next: () => next } })).rejects.toThrow(
    `variable.value of task ${taskId} opens under neither secret`,
  );
});

test("all values of a task are read, where pages of the change end among them", async () => {
  const taskId = await suppliedTask(await newTemplate(system, caller, steps), "one of many");
  await system.sql`
    insert into variable (task_id, name, value) select ${taskId}, 'late ' || n, 'x' from generate_series(1, 45) n`;
  const read: string[] = [];
  for (const table of sealedTables.filter(({ model }) => model === "variable"))
    for await (const { bound } of sealedValues(system.db, table)) if (bound[1] === taskId) read.push(bound[2]);
  expect(read).toHaveLength(46);
  expect(new Set(read).size).toBe(46);
});
