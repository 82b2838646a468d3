import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";
import type { TaskState } from "./states.ts";

export interface ListedTask {
  taskId: number;
  accountId: number;
  softId: number | null;
  templateName: string;
  state: TaskState;
  /** The names that are awaited right now. */
  waitingFor: string[];
  errorCode: string | null;
  /** Millionths of a dollar. */
  price: number;
  createdAt: Date;
  endedAt: Date | null;
}

export interface ListTasksInput {
  accountId?: number | undefined;
  state?: TaskState | undefined;
  /** Failed by this error. */
  errorCode?: string | undefined;
  /** Counted for this application. */
  softId?: number | undefined;
  /** Older than this task. */
  before?: number | undefined;
  limit: number;
}

/** Backwards along the primary key, or along an account's index; values and results are not read. */
const statement = {
  name: "list_tasks",
  text: `
    select t.id as "taskId", t.account_id as "accountId", t.application_id as "softId", m.name as "templateName",
           t.state, t.error_code as "errorCode", t.price, t.created_at as "createdAt", t.ended_at as "endedAt",
           array(select name from variable
                  where t.state = 'waiting' and task_id = t.id and awaited_at is not null and state = 'awaited'
                  order by name) as "waitingFor"
      from task t
      join template_version v on v.id = t.template_version_id
      join template m on m.id = v.template_id
     where ($1::int is null or t.account_id = $1) and ($2::task_state is null or t.state = $2)
       and ($3::bigint is null or t.id < $3)
       and ($5::text is null or t.error_code = $5) and ($6::int is null or t.application_id = $6)
     order by t.id desc
     limit $4`,
};

/** The latest tasks, of one account or of all. */
export async function listTasks({ ctx, input }: { ctx: Context; input: ListTasksInput }): Promise<ListedTask[]> {
  requireManager(ctx, input.accountId);
  const { accountId = null, state = null, before = null, limit, errorCode = null, softId = null } = input;
  return ctx.db.sql<ListedTask>(statement, [accountId, state, before, limit, errorCode, softId]);
}
