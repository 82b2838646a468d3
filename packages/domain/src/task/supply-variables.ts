import type { Batch } from "../coalesce.ts";
import type { Ground } from "../context.ts";
import type { Refusal } from "../errors.ts";
import type { IdempotencyKey, StoredAnswer } from "../idempotency/find-answers.ts";
import { keyIsUsable } from "../key/usable-keys.ts";
import { again, untilDone } from "../until-done.ts";
import { tellWorkers, waitOf } from "./handed-over.ts";

export interface Supply {
  accountId: number;
  /** Proved by the statement; null for somebody who is signed in. */
  keyId: number | null;
  taskId: number;
  name: string;
  value: Buffer;
  fingerprint: Buffer;
  length: number;
  /** The declared pattern that the value was matched against and matches. */
  checked: string | null;
  idempotency: IdempotencyKey | null;
}

export type Supplied =
  | { status: "supplied" }
  | ({ status: "refused" } & Refusal)
  | ({ status: "answered" } & StoredAnswer)
  /** The wait declares a pattern: match the value against it and come again. */
  | { status: "shaped"; pattern: string };

/**
 * All pushes of a batch in one statement. Locks in the house's order: tasks by id, each with its variable, then
 * idempotency keys. A task's row is locked before its variables are read, and whoever ends a task or takes a value locks
 * it too: a push and a timeout cannot both win. Without a usable key nothing is locked.
 *
 * Where a worker stands at the wait, the value is handed over to it in this very commit, so that the worker only
 * reads. Workers are told by one notification (handed-over.ts).
 *
 * What a batch without Idempotency-Keys does not ask for is left out: each part costs its share of every start.
 */
function write(name: string, keyed: boolean) {
  const when = (sql: string) => (keyed ? sql : "");
  const done = keyed
    ? `, remembered as materialized (
      insert into idempotency as d (account_id, key, fingerprint, answer)
      select account_id, key, decode(key_fingerprint, 'base64'), '{"status":"success"}'
        from judged where status in ('unchanged', 'supplied') and key is not null order by account_id, key
      on conflict (account_id, key) do update
         set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
       where d.created_at <= now() - interval '24 hours'
      returning account_id, key
    ), done as materialized (
      select j.* from judged j
        left join remembered r on r.account_id = j.account_id and r.key = j.key
       where j.status in ('unchanged', 'supplied') and (j.key is null or r.key is not null)
    )`
    : ", done as (select * from judged where status in ('unchanged', 'supplied'))";
  const text = `
    with judged as materialized (
      select i.*, v.taken_at, v.pattern, ${when("d.answer, d.fingerprint = decode(i.key_fingerprint, 'base64') as same,")}
             case when not i.proved then 'unproved'
                  ${when("when d.answer is not null then 'answered'")}
                  when t.id is null then 'unknown'
                  when t.state in ('ready', 'failed') then 'finished'
                  when v.state is null then 'unexpected'
                  when v.state <> 'taken' and v.pattern is distinct from i.checked and v.pattern is not null then 'shaped'
                  when v.state <> 'taken' and v.refused = i.print then 'refused'
                  when v.fingerprint = i.print then 'unchanged'
                  when v.state = 'taken' then 'taken'
                  else 'supplied' end as status,
             t.state = 'waiting' and v.deadline_tick is not null as waited_for, ${waitOf("t.fence")} as wait
        from (
          select *, decode(fingerprint, 'base64') as print, key_id is null or coalesce((
                   select a.suspended_at is null from api_key k join account a on a.id = k.account_id
                    where k.id = key_id and k.account_id = i.account_id and ${keyIsUsable}), false) as proved
            from json_to_recordset($1::json) as i(
                   n int, account_id int, key_id int, task_id bigint, name text, value text, fingerprint text, length int,
                   checked text ${when(", key text, key_fingerprint text")})
           order by task_id, name) i
        left join lateral (
          select id, state, fence from task
           where i.proved and id = i.task_id and account_id = i.account_id for no key update) t on true
        left join lateral (
          select state, fingerprint, pattern, taken_at, refused, deadline_tick, awaited_at from variable
           where task_id = t.id and name = i.name for no key update) v on true
        ${when(`left join lateral (
          select answer, fingerprint from idempotency
           where account_id = i.account_id and key = i.key and created_at > now() - interval '24 hours' limit 1) d on true`)}
    )${done}, changed as (
      update variable v
         set state = case when d.waited_for then 'taken'::variable_state else 'supplied' end,
             value = decode(d.value, 'base64'), fingerprint = d.print, length = d.length,
             supplied_at = now(), taken_at = case when d.waited_for then now() end,
             awaited_at = case when not d.waited_for then v.awaited_at end,
             deadline_tick = case when not d.waited_for then v.deadline_tick end
        from done d
       where v.task_id = d.task_id and v.name = d.name and d.status = 'supplied'
    ), resumed as (
      update task t set state = 'running' from done d where t.id = d.task_id and d.status = 'supplied' and d.waited_for
    )
    select j.n, ${keyed ? "case when j.status in ('unchanged', 'supplied') and d.n is null then 'again' else j.status end" : "j.status"} as status,
           ${when("j.answer, j.same,")} j.taken_at as "takenAt", j.pattern,
           case when j.status = 'unexpected' then
             (select string_agg(v.name, ', ' order by v.name) from variable v where v.task_id = j.task_id) end as names,
           ${tellWorkers("done where status = 'supplied' and waited_for")} as told
      from judged j ${when("left join done d on d.n = j.n")}`;
  return { name, text };
}

const keyless = write("supply_variables", false);
const keyed = write("supply_variables_keyed", true);

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
  const first = withoutTwins(supplies);
  const statement = first.some(({ idempotency }) => idempotency) ? keyed : keyless;
  const rows = await db.sql<Row>(statement, [JSON.stringify(first.map(toRow))]);
  const answers = new Map(rows.map((row) => [first[row.n], toAnswer(row)] as const));
  return supplies.map((one) => answers.get(one) ?? again);
}

/** Of several pushes for one variable, or with one Idempotency-Key, the later ones wait for what the first one becomes. */
function withoutTwins(supplies: readonly Supply[]): readonly Supply[] {
  const seen = new Set<string>();
  return supplies.filter(({ accountId, taskId, name, idempotency }) => {
    const places = [JSON.stringify([accountId, taskId, name])];
    if (idempotency) places.push(JSON.stringify([accountId, idempotency.key]));
    if (places.some((place) => seen.has(place))) return false;
    for (const place of places) seen.add(place);
    return true;
  });
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

/** What a column may lack is left out: the less text, the less there is to parse. */
function toRow(supply: Supply, n: number) {
  return {
    ...{
      n,
      account_id: supply.accountId,
      key_id: supply.keyId ?? undefined,
      task_id: supply.taskId,
      name: supply.name,
    },
    ...{ value: supply.value.toString("base64"), fingerprint: supply.fingerprint.toString("base64") },
    ...{ length: supply.length, checked: supply.checked ?? undefined },
    ...(supply.idempotency && {
      key: supply.idempotency.key,
      key_fingerprint: supply.idempotency.fingerprint.toString("base64"),
    }),
  };
}
