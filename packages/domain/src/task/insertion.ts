import type { Statement } from "@gatepost/db/connect";
import { currentTick } from "../clock/tick.ts";
import { keyIsUsable } from "../key/usable-keys.ts";

/** What a batch asks for beside its tasks. Each part costs its share of every start, so what is not asked for is left out. */
export interface Extras {
  /** One of the calls has an Idempotency-Key. */
  keyed: boolean;
  /** Only so many tasks may be queued ($6), and of one account ($7); 0: no limit. */
  limited: boolean;
}

export function insertion({ keyed, limited }: Extras): Statement {
  return statements[`${keyed}, ${limited}`];
}

const statements = {
  "false, false": write("insert_tasks", { keyed: false, limited: false }),
  "true, false": write("insert_tasks_keyed", { keyed: true, limited: false }),
  "false, true": write("insert_tasks_limited", { keyed: false, limited: true }),
  "true, true": write("insert_tasks_keyed_limited", { keyed: true, limited: true }),
};

/**
 * All tasks of a batch in one statement, so one round trip and one commit. Locks in the house's order: accounts by
 * id, then idempotency keys, then counts; the tasks themselves are new.
 *
 * $1: the tasks, `turn` being the place among those of its account; $2: their accounts; $3 to $5: late variables.
 *
 * - payer: the accounts' rows, locked and therefore current; whoever was suspended or deleted meanwhile has none.
 * - backlog: how many tasks are queued at or above each bid; reads as many entries of the partial index task_queue as the
 *   limit allows, and nothing while a worker is idle.
 * - own_backlog: the same for each account at its bid, which only the operator changes.
 * - judged: what becomes of each task; place and money are given in the order of arrival, see `settle`.
 * - created: what is good to the end; a key that another process stored first makes `beaten`.
 *
 * The plan is the inputs looked up by primary keys and unique indexes throughout: subqueries that give one value, since
 * the planner may answer `exists` by reading the whole table into a hash.
 */
function write(name: string, { keyed, limited }: Extras): Statement {
  const when = (asked: boolean, sql: string) => (asked ? sql : "");
  const backlogs = `, backlog as materialized (
      select b.bid,
             (select count(*) from (
               select 1 from task t where t.state = 'queued' and t.price >= b.bid limit $6) as ahead) as queued
        from (select distinct bid from payer) b
       where $6 > 0
         and not exists (select 1 from worker where ended_at is null and lease_tick > ${currentTick} and busy < slots)
    ), own_backlog as materialized (
      select p.id,
             (select count(*) from (
               select 1 from task t where t.state = 'queued' and t.price = p.bid and t.account_id = p.id limit $7) as own) as queued
        from payer p where $7 > 0
    )`;
  const remembered = `, remembered as materialized (
      insert into idempotency as d (account_id, key, fingerprint, answer)
      select account_id, key, decode(fingerprint, 'base64'), json_build_object('taskId', id)::text
        from judged where status = 'created' and key is not null order by account_id, key
      on conflict (account_id, key) do update
         set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
       where d.created_at <= now() - interval '24 hours'
      returning account_id, key
    )`;
  const text = `
    with payer as materialized (
      select id, available, bid from account
       where id = any($2::int[]) and suspended_at is null order by id for no key update
    )${when(limited, backlogs)}, judged as materialized (
      select i.*, p.bid, (select id from application where id = i.soft_id) as application_id,
             ${when(keyed, "d.answer, d.fingerprint = decode(i.fingerprint, 'base64') as same,")}
             case when i.key_id is not null and (
                    select k.id from api_key k
                     where k.id = i.key_id and k.account_id = i.account_id and ${keyIsUsable}) is null then 'unproved'
                  ${when(keyed, "when d.answer is not null then 'answered'")}
                  when i.version_id is distinct from coalesce(
                    (select current_version_id from template where account_id = i.account_id and name = i.template),
                    (select current_version_id from template where account_id is null and name = i.template)) then 'stale'
                  ${when(limited, "when o.queued + i.turn > $7 then 'accountFull'")}
                  ${when(limited, "when b.queued + row_number() over (partition by p.bid order by i.n) > $6 then 'queueFull'")}
                  when i.turn * p.bid > p.available then 'broke'
                  else 'created' end as status
        from json_to_recordset($1::json) as i(
               n int, turn int, id bigint, account_id int, key_id int, soft_id bigint, template text, version_id int,
               website_url text, domains text[], callback_url text, address text, given text, late bool
               ${when(keyed, ", key text, fingerprint text")})
        join payer p on p.id = i.account_id
        ${when(limited, "left join own_backlog o on o.id = p.id left join backlog b on b.bid = p.bid")}
        ${when(
          keyed,
          `left join idempotency d on d.account_id = i.account_id and d.key = i.key
                               and d.created_at > now() - interval '24 hours'`,
        )}
    )${when(keyed, remembered)}, created as materialized (
      select * from judged
       where status = 'created' ${when(keyed, "and (key is null or (account_id, key) in (select account_id, key from remembered))")}
    ), new_task as (
      insert into task (id, account_id, application_id, template_version_id, website_url, domains_of_interest,
                        callback_url, given, price, address, late, queued_tick)
      select id, account_id, application_id, version_id, website_url, coalesce(domains, '{}'), callback_url,
             decode(given, 'base64'), bid, address, coalesce(late, false), ${currentTick}
        from created
    ), new_variable as (
      insert into variable (task_id, name, pattern)
      select v.task_id, v.name, v.pattern from unnest($3::bigint[], $4::text[], $5::text[]) as v(task_id, name, pattern)
       where v.task_id in (select id from created)
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
    select j.n, ${keyed ? "case when j.status = 'created' and c.n is null then 'beaten' else j.status end" : "j.status"} as status,
           ${when(keyed, "j.answer, j.same,")}
           (select count(*) from told) as told
      from judged j ${when(keyed, "left join created c on c.n = j.n")}`;
  return { name, text };
}
