import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";

/** A place where two numbers that must agree do not. */
export interface Difference {
  what: string;
  /** Which account, task or application. */
  where: string;
  found: string;
  expected: string;
}

/**
 * Each query finds the rows that break one rule. They run in one snapshot, so that what happens meanwhile is not taken
 * for a difference. Costs a pass over ledger, tasks and counts.
 */
const rules: { what: string; sql: string }[] = [
  {
    what: "balance against ledger",
    sql: `
      select 'account ' || a.id as where,
             a.available || ' available, ' || a.held || ' held' as found,
             coalesce(l.available, 0) || ' available, ' || coalesce(l.held, 0) || ' held' as expected
        from account a
        left join (select account_id, sum(available) as available, sum(held) as held
                     from ledger_entry group by account_id) l on l.account_id = a.id
       where a.available <> coalesce(l.available, 0) or a.held <> coalesce(l.held, 0)`,
  },
  {
    what: "price held for open tasks",
    sql: `
      select 'account ' || a.id as where, a.held::text as found, coalesce(t.price, 0)::text as expected
        from account a
        left join (select account_id, sum(price) as price from task where ended_at is null group by account_id) t
          on t.account_id = a.id
       where a.held <> coalesce(t.price, 0)`,
  },
  {
    what: "one end of the price of each ended task",
    sql: `
      select 'task ' || t.id as where, coalesce(string_agg(l.kind::text, ', ' order by l.id), 'no entry') as found,
             case when t.state = 'ready' then 'hold, capture' else 'hold, release' end as expected
        from task t
        left join ledger_entry l on l.task_id = t.id and l.kind in ('hold', 'capture', 'release')
       where t.ended_at is not null
       group by t.id
      having coalesce(string_agg(l.kind::text, ', ' order by l.id), '')
             <> case when t.state = 'ready' then 'hold, capture' else 'hold, release' end`,
  },
  {
    what: "commission against money counted",
    sql: `
      select 'application ' || a.id as where, coalesce(c.n, 0)::text as found, coalesce(l.earned, 0)::text as expected
        from application a
        left join (select application_id, sum(n) as n from count where metric = 'money' group by 1) c
          on c.application_id = a.id
        left join (select application_id, sum(available) as earned
                     from ledger_entry where kind = 'commission' group by 1) l on l.application_id = a.id
       where coalesce(c.n, 0) <> coalesce(l.earned, 0)`,
  },
  {
    what: "tasks that became ready against tasks counted",
    sql: `
      select 'application ' || a.id as where, coalesce(c.n, 0)::text as found, coalesce(l.n, 0)::text as expected
        from application a
        left join (select application_id, sum(n) as n from count where metric = 'ready' group by 1) c
          on c.application_id = a.id
        left join (select application_id, count(*) as n
                     from ledger_entry where kind = 'capture' group by 1) l on l.application_id = a.id
       where coalesce(c.n, 0) <> coalesce(l.n, 0)`,
  },
  {
    what: "commissions and refunds beside the price that was captured",
    sql: `
      select 'task ' || task_id as where, string_agg(kind::text, ', ' order by id) as found,
             'one capture, with one commission and one refund at most' as expected
        from ledger_entry
       where kind in ('capture', 'commission', 'refund') and task_id is not null
       group by task_id
      having count(*) filter (where kind = 'capture') <> 1 or count(*) filter (where kind = 'commission') > 1
          or count(*) filter (where kind = 'refund') > 1`,
  },
  {
    what: "values of ended tasks wiped",
    sql: `
      select 'task ' || v.task_id as where, 'a value of ' || v.name as found, 'none' as expected
        from variable v join task t on t.id = v.task_id
       where t.ended_at is not null and (v.value is not null or v.fingerprint is not null)`,
  },
];

/** Finds any difference between balances, ledger, counts and tasks. An empty list: the books are right. */
export async function checkBooks({ ctx }: { ctx: Context }): Promise<Difference[]> {
  requireSystem(ctx);
  return ctx.db.prisma.$transaction(
    async (tx) => {
      const differences: Difference[] = [];
      for (const { what, sql } of rules) {
        const rows = await tx.$queryRawUnsafe<Omit<Difference, "what">[]>(`${sql} limit 100`);
        differences.push(...rows.map((row) => ({ what, ...row })));
      }
      return differences;
    },
    { isolationLevel: "RepeatableRead", timeout: 600_000 },
  );
}
