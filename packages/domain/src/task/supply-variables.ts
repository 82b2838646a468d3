import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import type { Refusal } from "../errors.ts";
import type { IdempotencyKey, StoredAnswer } from "../idempotency/find-answers.ts";
import { usableKeys } from "../key/usable-keys.ts";
import { again, untilDone } from "../until-done.ts";

export interface Supply {
  accountId: number;
  /** Proved by the statement; null for somebody who is signed in. */
  keyId: number | null;
  taskId: number;
  name: string;
  value: Buffer;
  fingerprint: Buffer;
  length: number;
  /** The declared shape that the value was held against and has. */
  checked: string | null;
  idempotency: IdempotencyKey | null;
}

export type Supplied =
  | { status: "supplied" }
  | ({ status: "refused" } & Refusal)
  | ({ status: "answered" } & StoredAnswer)
  /** The wait declares a shape: hold the value against it and come again. */
  | { status: "shaped"; pattern: string };

/**
 * All pushes of a batch in one statement. Locks in the house's order: tasks by id, then variables, then idempotency
 * keys. A task's row is locked before its variables are read, and whoever ends a task or takes a value locks it too:
 * a push and a timeout cannot both win. Of several pushes for one variable in a batch the later ones go again.
 *
 * Where a worker stands at the wait, the value is handed over to it in this very commit, so that the worker only
 * reads. Workers are told by one notification with the ids of those tasks; 256 ids stay below 8,000 bytes.
 */
const statement = {
  name: "supply_variables",
  text: `
    with input as materialized (
      select *, row_number() over (partition by account_id, task_id, name order by n) > 1
             or key is not null and row_number() over (partition by account_id, key order by n) > 1 as twin
        from json_to_recordset($1::json) as i(
          n int, account_id int, key_id int, task_id bigint, name text, value text, fingerprint text, length int, checked text,
          key text, key_fingerprint text)
    ), proved as materialized (
      ${usableKeys}
    ), held_task as materialized (
      select t.*
        from (select distinct task_id, account_id from input
               where key_id is null or key_id in (select id from proved) order by task_id) i
       cross join lateral (
         select id, account_id, state from task
          where id = i.task_id and account_id = i.account_id for no key update) t
    ), held_variable as materialized (
      select v.*
        from (select distinct task_id, name from input order by task_id, name) i
       cross join lateral (
         select task_id, name, state, fingerprint, pattern, taken_at, refused, deadline from variable
          where task_id = i.task_id and name = i.name for no key update) v
       where (select count(*) from held_task) > 0
    ), decided as materialized (
      select i.*, v.taken_at, v.pattern, d.answer, d.fingerprint = decode(i.key_fingerprint, 'base64') as same,
             case when i.key_id is not null and k.id is null then 'unproved'
                  when d.answer is not null then 'answered'
                  when t.id is null then 'unknown'
                  when t.state in ('ready', 'failed') then 'finished'
                  when v.name is null then 'unexpected'
                  when i.twin then 'again'
                  when v.state <> 'taken' and v.pattern is distinct from i.checked and v.pattern is not null then 'shaped'
                  when v.state <> 'taken' and v.refused = decode(i.fingerprint, 'base64') then 'refused'
                  when v.fingerprint = decode(i.fingerprint, 'base64') then 'unchanged'
                  when v.state = 'taken' then 'taken'
                  else 'supplied' end as status,
             t.state = 'waiting' and v.deadline is not null as waited_for
        from input i
        left join proved k on k.id = i.key_id and k.account_id = i.account_id
        left join held_task t on t.id = i.task_id and t.account_id = i.account_id
        left join held_variable v on v.task_id = t.id and v.name = i.name
        left join lateral (
          select answer, fingerprint from idempotency
           where account_id = i.account_id and key = i.key and created_at > now() - interval '24 hours' limit 1) d on true
    ), remembered as materialized (
      insert into idempotency as d (account_id, key, fingerprint, answer)
      select account_id, key, decode(key_fingerprint, 'base64'), '{"status":"success"}'
        from decided where status in ('unchanged', 'supplied') and key is not null order by account_id, key
      on conflict (account_id, key) do update
         set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
       where d.created_at <= now() - interval '24 hours'
      returning account_id, key
    ), done as materialized (
      select d.* from decided d
        left join remembered r on r.account_id = d.account_id and r.key = d.key
       where d.status in ('unchanged', 'supplied') and (d.key is null or r.key is not null)
    ), changed as (
      update variable v
         set state = case when d.waited_for then 'taken'::variable_state else 'supplied' end,
             value = decode(d.value, 'base64'), fingerprint = decode(d.fingerprint, 'base64'), length = d.length,
             supplied_at = now(), taken_at = case when d.waited_for then now() end,
             awaited_at = case when not d.waited_for then v.awaited_at end,
             deadline = case when not d.waited_for then v.deadline end
        from done d
       where v.task_id = d.task_id and v.name = d.name and d.status = 'supplied'
    ), resumed as (
      update task t set state = 'running' from done d where t.id = d.task_id and d.status = 'supplied' and d.waited_for
    ), told as materialized (
      select pg_notify('gatepost_value', string_agg(distinct task_id::text, ','))
        from done where status = 'supplied' and waited_for having count(*) > 0
    )
    select d.n, case when d.status in ('unchanged', 'supplied') and o.n is null then 'again' else d.status end as status,
           d.answer, d.same, d.taken_at as "takenAt", d.pattern,
           case when d.status = 'unexpected' then
             (select string_agg(v.name, ', ' order by v.name) from variable v where v.task_id = d.task_id) end as names,
           (select count(*) from told) as told
      from decided d left join done o on o.n = d.n`,
};

type Row = {
  n: number;
  status:
    | "unproved"
    | "answered"
    | "unknown"
    | "finished"
    | "unexpected"
    | "again"
    | "shaped"
    | "unchanged"
    | "taken"
    | "refused"
    | "supplied";
  answer: string;
  same: boolean;
  takenAt: Date | null;
  pattern: string;
  names: string | null;
};

/** Supplies late variables, each with its own answer. */
export const supplyVariables: Batch<Supply, Supplied, Ground> = {
  name: "supply_variables",
  most: 256,
  queue: 10_000,
  party: ({ accountId }) => accountId,
  run: (ground, supplies) => untilDone(supplies, (open) => supply(ground, open)),
};

async function supply({ db }: Ground, supplies: readonly Supply[]): Promise<(Supplied | typeof again)[]> {
  const rows = await db.sql<Row>(statement, [JSON.stringify(supplies.map(toRow))]);
  const byInput = new Map(rows.map((row) => [row.n, row]));
  return supplies.map((_, n) => toAnswer(byInput.get(n) as Row));
}

function toAnswer(row: Row): Supplied | typeof again {
  switch (row.status) {
    case "answered":
      return { status: "answered", answer: row.answer, same: row.same };
    case "unproved":
      return { status: "refused", code: "ERROR_KEY_DOES_NOT_EXIST" };
    case "unknown":
      return { status: "refused", code: "ERROR_NO_SUCH_CAPCHA_ID" };
    case "finished": {
      const taken = row.takenAt
        ? `A value of this variable was taken at ${row.takenAt.toISOString()}.`
        : "No value of this variable was taken.";
      return { status: "refused", code: "ERROR_TASK_FINISHED", description: `The task has already ended. ${taken}` };
    }
    case "unexpected": {
      const names = row.names ? `It has: ${row.names}.` : "It has none.";
      return {
        status: "refused",
        code: "ERROR_VARIABLE_NOT_EXPECTED",
        description: `The task has no late variable of this name. ${names}`,
      };
    }
    case "taken":
      return { status: "refused", code: "ERROR_VARIABLE_ALREADY_SET" };
    case "refused":
      return {
        status: "refused",
        code: "ERROR_VARIABLE_REFUSED",
        description: "The site has just refused this very value. The task still waits for another one.",
      };
    case "shaped":
      return { status: "shaped", pattern: row.pattern };
    case "again":
      return again;
    default:
      return { status: "supplied" };
  }
}

function toRow(supply: Supply, n: number) {
  return {
    n,
    account_id: supply.accountId,
    key_id: supply.keyId,
    task_id: supply.taskId,
    name: supply.name,
    value: supply.value.toString("base64"),
    fingerprint: supply.fingerprint.toString("base64"),
    length: supply.length,
    checked: supply.checked,
    key: supply.idempotency?.key ?? null,
    key_fingerprint: supply.idempotency?.fingerprint.toString("base64") ?? null,
  };
}
