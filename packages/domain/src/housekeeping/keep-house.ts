import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";

/** One kind of thing whose time is over. Each statement takes a small bite by an index, and says how much it took. */
interface Chore {
  name: string;
  text: string;
  seconds: (settings: Context["settings"]) => number;
}

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
    text: `
      delete from task
       where id in (select id from task where ended_at < now() - $1 * interval '1 second'
                     order by ended_at limit 200 for update skip locked)`,
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
      delete from worker w
       where w.ended_at < now() - $1 * interval '1 second' and not exists (select 1 from task where worker_id = w.id)`,
  },
  {
    name: "forget_sessions",
    seconds: () => 3_600,
    text: `
      delete from portal_session
       where id in (select id from portal_session where expires_at < now() - $1 * interval '1 second'
                     limit 1000 for update skip locked)`,
  },
  {
    // Links of letters that were never opened.
    name: "forget_verifications",
    seconds: () => 3_600,
    text: `
      delete from portal_verification
       where id in (select id from portal_verification where expires_at < now() - $1 * interval '1 second'
                     limit 1000 for update skip locked)`,
  },
  {
    // No limit looks back further.
    name: "forget_attempts",
    seconds: () => 86_400,
    text: `
      delete from portal_rate_limit
       where id in (select id from portal_rate_limit where last_request < (extract(epoch from now()) - $1) * 1000
                     limit 1000 for update skip locked)`,
  },
  {
    name: "forget_book_checks",
    seconds: () => 90 * 86_400,
    text: `
      delete from book_check
       where began_at < now() - $1 * interval '1 second' and id < (select max(id) from book_check)`,
  },
];

/**
 * Takes one bite of each chore. One process at a time: who finds another at it does nothing. Returns how many rows were
 * taken by chore; call again soon while that is not nothing.
 */
export async function keepHouse({ ctx }: { ctx: Context }): Promise<Record<string, number>> {
  requireSystem(ctx);
  const taken: Record<string, number> = {};
  for (const { name, text, seconds } of chores) {
    taken[name] = await ctx.db.prisma.$transaction(async (tx) => {
      // Held to the end of this transaction only, so that a pooler between us and PostgreSQL does not matter.
      const [lock] = await tx.$queryRaw<{ ours: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended('gatepost housekeeping', 0)) as ours`;
      return lock?.ours ? tx.$executeRawUnsafe(text, seconds(ctx.settings)) : 0;
    });
  }
  return taken;
}
