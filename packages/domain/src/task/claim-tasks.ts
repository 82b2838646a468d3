import { defaultTimeout, type Step, type TemplateDocument } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import type { Vault } from "../vault.ts";
import { finishTask } from "./finish-task.ts";

/** A task in a worker's hands, with all that is needed to run it. */
export interface ClaimedTask {
  taskId: number;
  accountId: number;
  /** Every write is conditional on it. */
  fence: number;
  websiteUrl: string;
  domainsOfInterest: string[];
  steps: Step[];
  /** The variables given at creation. */
  given: Record<string, unknown>;
  /** The names of those that come later. */
  late: string[];
  /** Seconds to the task's time limit, by the database's clock. */
  secondsLeft: number;
}

/**
 * The first entries of the partial index task_queue, skipping what another worker locks; then primary keys. The
 * timeline begins with the opening of websiteURL, which follows at once.
 */
const statement = {
  name: "claim_tasks",
  text: `
    with picked as materialized (
      select id from task where state = 'queued'
       order by price desc, queued_at, id limit $2 for update skip locked
    ), claimed as (
      update task t
         set state = 'running', worker_id = $1, fence = t.fence + 1, attempts = t.attempts + 1, step = 0,
             may_submit = false, started_at = coalesce(t.started_at, now()),
             deadline = coalesce(t.deadline, now() + coalesce((v.document ->> 'timeout')::float8, $3) * interval '1 second')
        from picked p, template_version v
       where t.id = p.id and v.id = t.template_version_id
         and exists (select 1 from worker where id = $1 and ended_at is null and lease_until > now())
      returning t.id, t.account_id, t.fence, t.website_url, t.domains_of_interest, t.given, v.document,
                t.price, t.queued_at, extract(epoch from t.deadline - now())::float8 as seconds_left
    ), started as (
      insert into task_step (task_id, run, number, type) select id, fence, 0, 'OPEN_PAGE' from claimed
    )
    select c.id as "taskId", c.account_id as "accountId", c.fence, c.website_url as "websiteUrl",
           c.domains_of_interest as "domainsOfInterest", c.given, c.document, c.seconds_left as "secondsLeft",
           array(select name from variable where task_id = c.id) as late
      from claimed c order by c.price desc, c.queued_at, c.id`,
};

type Row = Omit<ClaimedTask, "steps" | "given"> & { given: Buffer; document: TemplateDocument };

/**
 * Takes up to `limit` queued tasks, highest bid first, then oldest. None where the worker's lease is over. One whose
 * variables cannot be read, such as after damage on disk, ends here and harms no other.
 */
export async function claimTasks({ ctx, input }: { ctx: Context; input: { limit: number } }): Promise<ClaimedTask[]> {
  const { actor, db, vault } = requireWorker(ctx);
  const rows = await db.sql<Row>(statement, [actor.workerId, input.limit, defaultTimeout.task]);
  const tasks: ClaimedTask[] = [];
  for (const { given: sealed, document, ...task } of rows) {
    const given = read(vault, sealed, task);
    if (given) tasks.push({ ...task, steps: document.steps, given });
    else await finishTask({ ctx, input: { ...task, outcome: { failed: unreadable } } });
  }
  return tasks;
}

const unreadable = {
  code: "ERROR_INTERNAL" as const,
  description: "The task's variables could not be read. Give its id to the operator.",
};

function read(vault: Vault, sealed: Buffer, { accountId, taskId }: { accountId: number; taskId: number }) {
  try {
    return JSON.parse(vault.open(sealed, [accountId, taskId, "given"])) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
