/** A place where two numbers that must agree do not. */
export interface Difference {
  what: string;
  /** Which account, task, or application and quarter of an hour. */
  where: string;
  found: string;
  expected: string;
}

/** Along what a rule is walked: accounts and tasks by id, quarters of an hour by Unix seconds. */
export type Track = "account" | "task" | "moment";

/** Beyond every place of a track: ids end there, and no clock is at the year 9000. */
export const lastPlace: Record<Track, number> = {
  account: 2 ** 31 - 1,
  task: Number.MAX_SAFE_INTEGER,
  moment: Date.UTC(9000) / 1000,
};

/** The places of a track after `after` and up to `through`: numbers, so that the planner sees how far it goes. */
export interface Stretch {
  after: number;
  through: number;
}

export interface Rule {
  what: string;
  track: Track;
  /** Finds the rows of the stretch that break the rule, in one statement and so in one snapshot. */
  sql: (stretch: Stretch) => string;
}

/**
 * What must be true of the books at every moment. Each statement reads its stretch by an index, so that a bite costs the
 * same however long the books are.
 */
export const bookRules: readonly Rule[] = [
  {
    what: "balance against ledger",
    track: "account",
    sql: ({ after, through }) => `
      select 'account ' || coalesce(a.id, l.account_id) as where,
             coalesce(a.available || ' available, ' || a.held || ' held', 'no account') as found,
             coalesce(l.available, 0) || ' available, ' || coalesce(l.held, 0) || ' held' as expected
        from (select id, available, held from account where id > ${after} and id <= ${through}) a
        full join (select account_id, sum(available) as available, sum(held) as held
                     from ledger_entry where account_id > ${after} and account_id <= ${through}
                    group by account_id) l on l.account_id = a.id
       where a.id is null or a.available <> coalesce(l.available, 0) or a.held <> coalesce(l.held, 0)`,
  },
  {
    what: "price held for open tasks",
    track: "account",
    // By the partial indexes of what is queued and what is in hand: an account's ended tasks may be millions.
    sql: ({ after, through }) => `
      select 'account ' || a.id as where, a.held::text as found, coalesce(t.price, 0)::text as expected
        from account a
        left join (select account_id, sum(price) as price
                     from (select account_id, price from task where state = 'queued'
                           union all
                           select account_id, price from task where worker_id is not null) open
                    where account_id > ${after} and account_id <= ${through} group by account_id) t
          on t.account_id = a.id
       where a.id > ${after} and a.id <= ${through} and a.held <> coalesce(t.price, 0)`,
  },
  {
    what: "one end of the price of each ended task",
    track: "task",
    sql: ({ after, through }) => `
      select 'task ' || t.id as where, coalesce(nullif(concat_ws(', ', h.kind, e.kind), ''), 'no entry') as found,
             case when t.state = 'ready' then 'hold, capture' else 'hold, release' end as expected
        from task t
        left join ledger_entry h on h.task_id = t.id and h.kind = 'hold'
        left join ledger_entry e on e.task_id = t.id and e.kind in ('capture', 'release')
       where t.id > ${after} and t.id <= ${through} and t.ended_at is not null
         and (h.id is null or e.kind is distinct from
              case when t.state = 'ready' then 'capture'::ledger_kind else 'release'::ledger_kind end)`,
  },
  {
    what: "commissions and refunds beside the price that was captured",
    track: "task",
    sql: ({ after, through }) => `
      select 'task ' || l.task_id as where, l.kind::text || ' of ' || l.available as found,
             case when c.id is null then 'a capture beside it'
                  else 'a ' || l.kind::text || ' of ' || c.house || case when l.kind = 'refund' then '' else ' at most' end end
               as expected
        from (select task_id, kind, available from ledger_entry where kind = 'commission'
              union all
              select task_id, kind, available from ledger_entry where kind = 'refund') l
        left join ledger_entry c on c.task_id = l.task_id and c.kind = 'capture'
       where l.task_id > ${after} and l.task_id <= ${through}
         and (c.id is null or l.available > c.house or l.kind = 'refund' and l.available <> c.house)`,
  },
  {
    what: "values of ended tasks wiped",
    track: "task",
    sql: ({ after, through }) => `
      select 'task ' || v.task_id as where, 'a value of ' || v.name as found, 'none' as expected
        from variable v join task t on t.id = v.task_id
       where t.id > ${after} and t.id <= ${through} and t.ended_at is not null
         and (v.value is not null or v.fingerprint is not null or v.refused is not null)`,
  },
  {
    what: "what tasks name, and what names them",
    track: "task",
    sql: ({ after, through }) => `
      select 'task ' || t.id as where, 'no ' || n.what as found, n.what as expected
        from task t
        left join account a on a.id = t.account_id
        left join application p on p.id = t.application_id
        left join template_version v on v.id = t.template_version_id,
             lateral (values ('account ' || t.account_id, a.id), ('application ' || t.application_id, p.id),
                             ('version ' || t.template_version_id, v.id)) n(what, id)
       where t.id > ${after} and t.id <= ${through} and n.what is not null and n.id is null
      union all
      select 'task ' || o.task_id, 'no task', o.what
        from (select task_id, 'its variable ' || name as what from variable
              union all
              select task_id, 'its step ' || number from task_step) o
       where o.task_id > ${after} and o.task_id <= ${through} and not exists (select from task where id = o.task_id)`,
  },
  {
    what: "commission against money counted",
    track: "moment",
    sql: (stretch) => counted("money", "kind = 'commission'", "available", stretch),
  },
  {
    what: "tasks that became ready against tasks counted",
    track: "moment",
    sql: (stretch) => counted("ready", "kind = 'capture'", "1", stretch),
  },
];

/**
 * Both sides by application and quarter of an hour: a count and its entry are of one transaction, so of one now(). The
 * counts of a stretch are found application by application along the primary key.
 */
function counted(metric: string, entries: string, value: string, { after, through }: Stretch): string {
  const [from, until] = [`to_timestamp(${after})`, `to_timestamp(${through})`];
  return `
      select 'application ' || coalesce(c.application_id, l.application_id) || ' at '
               || to_char(coalesce(c.bucket, l.bucket) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as where,
             coalesce(c.n, 0)::text as found, coalesce(l.n, 0)::text as expected
        from (select n.application_id, n.bucket, sum(n.n) as n
                from application a join count n on n.application_id = a.id and n.metric = '${metric}'
                                               and n.bucket > ${from} and n.bucket <= ${until}
               group by 1, 2) c
        full join (select application_id, date_bin('15 minutes', at, 'epoch') as bucket, sum(${value}) as n
                     from ledger_entry
                    where ${entries} and application_id is not null
                      and at >= ${from} + interval '15 minutes' and at < ${until} + interval '15 minutes'
                    group by 1, 2) l on l.application_id = c.application_id and l.bucket = c.bucket
       where coalesce(c.n, 0) <> coalesce(l.n, 0)`;
}
