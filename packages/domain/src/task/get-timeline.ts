import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";

export interface TimelineStep {
  /** Which run of the task began it, from 1; claims that began no step are not counted. */
  run: number;
  /** From 1, as in the template; 0 is the opening of websiteURL. */
  number: number;
  type: string;
  startedAt: Date;
  endedAt: Date | null;
  outcome: "done" | "failed" | "stopped" | null;
  /** A masked PNG in base64, while it is kept. */
  picture: string | null;
}

/**
 * A step that began while its task was being ended stands open in the table: then the task says how it ended. A step's
 * run in the table is its claim's fence, which a return raises too: those that began steps are counted.
 */
const statement = {
  name: "get_timeline",
  text: `
    select dense_rank() over (order by s.run)::int as run, s.number, s.type, s.started_at as "startedAt",
           coalesce(s.ended_at, case when s.run < t.fence then t.queued_at else t.ended_at end) as "endedAt",
           coalesce(s.outcome, case when s.run < t.fence then 'stopped' when t.ended_at is null then null
                                    when t.state = 'ready' then 'done' else 'failed' end) as outcome,
           case when t.ended_at is null or t.ended_at > now() - $3 * interval '1 second' then s.picture end as picture
      from task t left join task_step s on s.task_id = t.id
     where t.id = $1 and t.account_id = $2
     order by s.id`,
};

type Row = Omit<{ [K in keyof TimelineStep]: TimelineStep[K] | null }, "picture"> & { picture: Buffer | null };

/** What happened to a task of the account, step by step. ERROR_NO_SUCH_CAPCHA_ID for one that it does not have. */
export async function getTimeline({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number };
}): Promise<TimelineStep[]> {
  const { actor, db, vault, settings } = requireAccount(ctx);
  const rows = await db.sql<Row>(statement, [input.taskId, actor.accountId, settings.solutionSeconds]);
  if (rows.length === 0) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return rows
    .filter((row) => row.number !== null)
    .map((row) => ({
      ...(row as TimelineStep),
      picture: row.picture && vault.open(row.picture, [actor.accountId, input.taskId, "picture"]),
    }));
}
