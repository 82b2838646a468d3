import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import type { Refusal } from "../errors.ts";
import type { IdempotencyKey, StoredAnswer } from "../idempotency/find-answers.ts";
import { usableKeys } from "../key/usable-keys.ts";
import { again, untilDone } from "../until-done.ts";

export interface NewTask {
  taskId: number;
  accountId: number;
  /** Proved by the statement; null for somebody who is signed in. */
  keyId: number | null;
  softId: number | null;
  templateName: string;
  versionId: number;
  websiteUrl: string;
  domains: string[];
  callbackUrl: string | null;
  address: string;
  given: Buffer;
  late: { name: string; pattern: string | null }[];
  idempotency: IdempotencyKey | null;
}

export type InsertedTask =
  | { status: "created" }
  | ({ status: "refused" } & Refusal)
  | ({ status: "answered" } & StoredAnswer)
  /** The template has another version by now. */
  | { status: "stale" };

/**
 * All tasks of a batch in one statement, so one round trip and one commit. Locks in the house's order: accounts by
 * id, then idempotency keys, then counts; the tasks themselves are new.
 *
 * - payer: the accounts' rows, locked and therefore current; whoever was suspended or deleted meanwhile has none.
 * - proved: the keys that may still be used.
 * - sound: what may be created but for money and place; of two calls with one key in a batch the later one waits.
 * - crowd: how many tasks stand at or above each bid; reads at most max_backlog entries of the partial index
 *   task_queue, and nothing while a worker is idle or the limit is off.
 * - afforded: place and money are given in the order of arrival; what has no place needs no money.
 *
 * The plan is the inputs joined by primary keys and unique indexes throughout.
 */
const statement = {
  name: "insert_tasks",
  text: `
    with input as materialized (
      select * from json_to_recordset($1::json) as i(
        n int, id bigint, account_id int, key_id int, soft_id bigint, template text, version_id int, website_url text,
        domains text[], callback_url text, address text, given text, late json, key text, fingerprint text)
    ), payer as materialized (
      select id, available, bid from account
       where id in (select account_id from input) and suspended_at is null order by id for no key update
    ), proved as materialized (
      ${usableKeys}
    ), sound as materialized (
      select i.*, i.key_id is not null and k.id is null as unproved, p.bid, p.available, a.id as application_id,
             i.version_id is distinct from (
               select t.current_version_id from template t
                where t.name = i.template and (t.account_id = i.account_id or t.account_id is null)
                order by t.account_id nulls last limit 1) as stale,
             d.answer, d.fingerprint = decode(i.fingerprint, 'base64') as same,
             i.key is not null and row_number() over (partition by i.account_id, i.key order by i.n) > 1 as twin
        from input i
        join payer p on p.id = i.account_id
        left join proved k on k.id = i.key_id and k.account_id = i.account_id
        left join application a on a.id = i.soft_id
        left join idempotency d on d.account_id = i.account_id and d.key = i.key
                               and d.created_at > now() - interval '24 hours'
    ), crowd as materialized (
      select b.bid,
             (select count(*) from (
               select 1 from task t where t.state = 'queued' and t.price >= b.bid limit $2) as ahead) as queued
        from (select distinct bid from sound) b
       where $2 > 0
         and not exists (select 1 from worker where ended_at is null and lease_until > now() and busy < slots)
    ), afforded as materialized (
      select *, sum(bid) over (partition by account_id order by n) > available as broke
        from (select s.*, coalesce(c.queued + row_number() over (partition by s.bid order by s.n) > $2, false) as crowded
                from sound s left join crowd c on c.bid = s.bid
               where not s.unproved and not s.stale and s.answer is null and not s.twin) placed
       where not crowded
    ), remembered as materialized (
      insert into idempotency as d (account_id, key, fingerprint, answer)
      select account_id, key, decode(fingerprint, 'base64'), json_build_object('taskId', id)::text
        from afforded where not broke and key is not null order by account_id, key
      on conflict (account_id, key) do update
         set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
       where d.created_at <= now() - interval '24 hours'
      returning account_id, key
    ), created as materialized (
      select a.* from afforded a
        left join remembered r on r.account_id = a.account_id and r.key = a.key
       where not a.broke and (a.key is null or r.key is not null)
    ), new_task as (
      insert into task (id, account_id, application_id, template_version_id, website_url, domains_of_interest,
                        callback_url, given, price, address)
      select id, account_id, application_id, version_id, website_url, domains, callback_url,
             decode(given, 'base64'), bid, address
        from created
    ), new_variable as (
      insert into variable (task_id, name, pattern)
      select c.id, v.name, v.pattern
        from created c cross join json_to_recordset(c.late) as v(name text, pattern text)
    ), held as (
      insert into ledger_entry (account_id, kind, available, held, house, task_id, application_id)
      select account_id, 'hold', -bid, bid, 0, id, application_id from created
    ), balance as (
      update account a set available = a.available - s.amount, held = a.held + s.amount
        from (select account_id, sum(bid) as amount from created group by account_id) s
       where a.id = s.account_id
    ), active as (
      insert into active_user (application_id, bucket, account_id)
      select distinct application_id, date_bin('15 minutes', now(), 'epoch'), account_id
        from created where application_id is not null order by 1, 3
      on conflict do nothing
    ), told as materialized (
      select pg_notify('gatepost_queued', '') where exists (select 1 from created)
    )
    select s.n,
           case when s.unproved then 'unproved'
                when s.answer is not null then 'answered'
                when s.stale then 'stale'
                when s.twin then 'twin'
                when a.n is null then 'crowded'
                when a.broke then 'broke'
                when c.n is null then 'beaten'
                else 'created' end as status,
           s.answer, s.same,
           (select count(*) from told) as told
      from sound s
      left join afforded a on a.n = s.n
      left join created c on c.n = s.n`,
};

type Row = {
  n: number;
  status: "unproved" | "answered" | "stale" | "twin" | "beaten" | "crowded" | "broke" | "created";
  answer: string;
  same: boolean;
};

/** Creates tasks; refused ones leave nothing behind. */
export const insertTasks: Batch<NewTask, InsertedTask, Ground> = {
  name: "insert_tasks",
  most: 128,
  queue: 10_000,
  party: ({ accountId }) => accountId,
  run: (ground, tasks) => untilDone(tasks, (open) => insert(ground, open)),
};

async function insert({ db, settings }: Ground, tasks: readonly NewTask[]): Promise<(InsertedTask | typeof again)[]> {
  const rows = await db.sql<Row>(statement, [JSON.stringify(tasks.map(toRow)), settings.maxBacklog]);
  const statuses = new Map(rows.map((row) => [row.n, row]));
  // Another process stored the key first: the money that this call reserved may be what a later one lacked.
  const unsettled = new Set(
    tasks.filter((_, n) => statuses.get(n)?.status === "beaten").map(({ accountId }) => accountId),
  );
  return tasks.map((task, n) => {
    const row = statuses.get(n);
    if (!row) return { status: "refused", code: "ERROR_KEY_DOES_NOT_EXIST" };
    switch (row.status) {
      case "unproved":
        return { status: "refused", code: "ERROR_KEY_DOES_NOT_EXIST" };
      case "answered":
        return { status: "answered", answer: row.answer, same: row.same };
      case "crowded":
        return { status: "refused", code: "ERROR_NO_SLOT_AVAILABLE" };
      case "broke":
        return unsettled.has(task.accountId) ? again : { status: "refused", code: "ERROR_ZERO_BALANCE" };
      case "twin":
      case "beaten":
        return again;
      default:
        return { status: row.status };
    }
  });
}

function toRow(task: NewTask, n: number) {
  return {
    n,
    id: task.taskId,
    account_id: task.accountId,
    key_id: task.keyId,
    soft_id: task.softId,
    template: task.templateName,
    version_id: task.versionId,
    website_url: task.websiteUrl,
    domains: task.domains,
    callback_url: task.callbackUrl,
    address: task.address,
    given: task.given.toString("base64"),
    late: task.late,
    key: task.idempotency?.key ?? null,
    fingerprint: task.idempotency?.fingerprint.toString("base64") ?? null,
  };
}
