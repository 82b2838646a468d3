import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { deletionOf } from "../task/delete-tasks.ts";

const biteMs = 30_000;

/** One kind of thing whose time is over. Each statement takes a small bite, of large tables by an index, and says how much it took. */
interface Chore {
  name: string;
  text: string;
  seconds: (settings: Context["settings"]) => number;
}

/** Rows of a small table whose time is over. */
const forget = (name: string, table: string, seconds: number, over: string): Chore => ({
  name,
  seconds: () => seconds,
  text: `
    delete from ${table} where id in (select id from ${table} where ${over} limit 1000 for update skip locked)`,
});

const chores: Chore[] = [
  {
    name: "wipe_solutions",
    seconds: ({ solutionSeconds }) => solutionSeconds,
    text: `
      update task set solution = null
       where id in (select id from task where solution is not null and ended_at < now() - $1 * interval '1 second'
                     order by ended_at limit 200 for no key update skip locked)`,
  },
  {
    name: "wipe_pictures",
    seconds: ({ solutionSeconds }) => solutionSeconds,
    text: `
      update task_step set picture = null
       where id in (select id from task_step where picture is not null and ended_at < now() - $1 * interval '1 second'
                     order by ended_at limit 200 for update skip locked)`,
  },
  {
    name: "forget_tasks",
    seconds: ({ recordSeconds }) => recordSeconds,
    text: deletionOf(`
      select id from task where ended_at < now() - $1 * interval '1 second'
       order by ended_at limit 200 for update skip locked`),
  },
  {
    name: "forget_idempotency",
    seconds: () => 25 * 3_600,
    text: `
      delete from idempotency
       where (account_id, key) in (select account_id, key from idempotency
                                    where created_at < now() - $1 * interval '1 second'
                                    order by created_at limit 1000 for update skip locked)`,
  },
  {
    name: "forget_workers",
    seconds: () => 86_400,
    text: `
      delete from worker
       where id in (select w.id from worker w
                     where w.ended_at < now() - $1 * interval '1 second'
                       and not exists (select 1 from task where worker_id = w.id) limit 100)`,
  },
  forget("forget_sessions", "portal_session", 3_600, "expires_at < now() - $1 * interval '1 second'"),
  // Links of letters that were never opened.
  forget("forget_verifications", "portal_verification", 3_600, "expires_at < now() - $1 * interval '1 second'"),
  // No limit looks back further.
  forget("forget_attempts", "portal_rate_limit", 86_400, "last_request < (extract(epoch from now()) - $1) * 1000"),
  {
    name: "forget_rate_buckets",
    seconds: () => 0,
    text: `
      delete from rate_bucket
       where caller in (select caller from rate_bucket where full_at < now() - $1 * interval '1 second'
                         limit 10000 for update skip locked)`,
  },
  {
    name: "forget_book_checks",
    seconds: () => 90 * 86_400,
    text: `
      delete from book_check
       where began_at < now() - $1 * interval '1 second' and id < (select max(id) from book_check)`,
  },
];

export interface Kept {
  /** How many rows were taken, by chore. */
  taken: Record<string, number>;
  /** The chores that failed; the others were done all the same. */
  faults: { chore: string; error: unknown }[];
}

/**
 * Takes one bite of each chore. One process at a time: who finds another at it does nothing. Call again soon while
 * something was taken.
 */
export async function keepHouse({ ctx }: { ctx: Context }): Promise<Kept> {
  requireSystem(ctx);
  const kept: Kept = { taken: {}, faults: [] };
  for (const chore of chores) {
    try {
      kept.taken[chore.name] = await bite(ctx, chore);
    } catch (error) {
      kept.faults.push({ chore: chore.name, error });
    }
  }
  return kept;
}

function bite({ db, settings }: Context, { text, seconds }: Chore): Promise<number> {
  return db.transaction(
    async (tx) => {
      // Held to the end of this transaction only, so that a pooler between us and PostgreSQL does not matter.
      const [lock] = await tx.$queryRaw<{ ours: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended('gatepost housekeeping', 0)) as ours`;
      return lock?.ours ? tx.$executeRawUnsafe(text, seconds(settings)) : 0;
    },
    { timeout: biteMs },
  );
}
