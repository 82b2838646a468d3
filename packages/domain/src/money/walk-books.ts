import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { bookRules, type Difference, lastPlace, type Stretch, type Track } from "./book-rules.ts";

/** Accounts, and tasks, of one bite. A day of quarter hours is one too. */
const accounts = 500;
const tasks = 5_000;
const daySeconds = 86_400;
/** The pool gives up a query after half a minute; an account may have more entries than are read in that. */
const patience = 600_000;
const mostDifferences = 100;

const tracks = ["account", "task", "moment"] as const satisfies Track[];

/** Where a bite ends; the last one of a track takes all that is left, so that the stretches cover everything. */
const ends: Record<Track, string> = {
  account: `select max(id) as through, count(*) = ${accounts} as more
              from (select id from account where id > $1 order by id limit ${accounts}) next`,
  // The ledger remembers tasks whose record is forgotten.
  task: `select max(task_id) as through, count(*) = ${tasks} as more
           from (select task_id from ledger_entry
                  where kind = 'hold' and task_id > $1 order by task_id limit ${tasks}) next`,
  moment: `select through, through < extract(epoch from now()) as more
             from (select case when $1::bigint > 0 then $1::bigint + ${daySeconds}
                               else (select extract(epoch from coalesce(min(created_at), now()))::bigint / 900 * 900
                                       from application) end as through) next`,
};

interface Walk {
  id: number;
  track: Track;
  place: number;
  differences: Difference[];
}

export interface Walked {
  /** Another bite is to be taken soon. */
  more: boolean;
  /** What this bite found. */
  found: Difference[];
}

/**
 * Takes one bite of the walk that holds the books against each other, by the rules of checkBooks: a new walk begins a
 * day after the last one began. One process at a time; who finds another at it does nothing. What a bite finds is kept
 * with the walk, for getBookCheck.
 */
export async function walkBooks({ ctx }: { ctx: Context }): Promise<Walked> {
  requireSystem(ctx);
  const client = await ctx.db.pool.connect();
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    // Known to pg, not to its types.
    const patient = { text, values, query_timeout: patience };
    return (await client.query(patient)).rows;
  };
  let broken = true;
  try {
    await query("begin");
    const walked = await bite(query);
    await query("commit");
    broken = false;
    return walked;
  } finally {
    // A connection in the middle of a transaction is thrown away, and the transaction with it.
    client.release(broken);
  }
}

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

async function bite(query: Query): Promise<Walked> {
  const nothing = { more: false, found: [] };
  // Held to the end of the transaction only, so that a pooler between us and PostgreSQL does not matter.
  const [lock] = await query<{ ours: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('gatepost books', 0)) as ours",
  );
  const walk = lock?.ours ? await presentWalk(query) : undefined;
  if (!walk) return nothing;

  const [next] = await query<{ through: number | null; more: boolean }>(ends[walk.track], [walk.place]);
  const stretch: Stretch = { after: walk.place, through: next?.more ? Number(next.through) : lastPlace[walk.track] };
  const found: Difference[] = [];
  for (const { what, sql } of bookRules.filter(({ track }) => track === walk.track)) {
    const rows = await query<Omit<Difference, "what">>(`${sql(stretch)} limit ${mostDifferences}`);
    found.push(...rows.map((row) => ({ what, ...row })));
  }
  const track = next?.more ? walk.track : tracks[tracks.indexOf(walk.track) + 1];
  await query(
    `update book_check set track = $2, place = $3, differences = $4::jsonb,
            ended_at = case when $5::boolean then clock_timestamp() end
      where id = $1`,
    [
      walk.id,
      track ?? walk.track,
      next?.more ? stretch.through : 0,
      JSON.stringify([...walk.differences, ...found].slice(0, mostDifferences)),
      track === undefined,
    ],
  );
  return { more: track !== undefined, found };
}

/** The walk that is under way, or a new one where it is time; undefined: the books were looked through already. */
async function presentWalk(query: Query): Promise<Walk | undefined> {
  const columns = "id, track, place, differences";
  const [open] = await query<Walk>(`select ${columns} from book_check where ended_at is null order by id limit 1`);
  if (open) return open;
  const [begun] = await query<Walk>(
    `insert into book_check (track)
     select '${tracks[0]}' where not exists (select 1 from book_check where began_at > now() - interval '1 day')
     returning ${columns}`,
  );
  return begun;
}
