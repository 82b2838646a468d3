import { momentOf } from "../clock/tick.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import type { TaskState, VariableState } from "./states.ts";
import { withoutUserInfo } from "./user-info.ts";

export interface TaskVariable {
  name: string;
  state: VariableState;
  attempt: number;
  length: number | null;
  suppliedAt: Date | null;
  takenAt: Date | null;
  /** Since when a worker waits for it, and when that will end, as far as it can be said now. */
  awaitedAt: Date | null;
  deadline: Date | null;
}

export interface TaskDetails {
  taskId: number;
  softId: number | null;
  templateName: string;
  state: TaskState;
  websiteUrl: string;
  step: number;
  steps: number;
  stepType: string;
  attempts: number;
  /** Millionths of a dollar. */
  price: number;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  errorCode: string | null;
  errorDescription: string | null;
  variables: TaskVariable[];
}

/** By primary keys throughout; no value and no result is read. */
const statement = {
  name: "get_task",
  text: `
    select t.id as "taskId", t.application_id as "softId", m.name as "templateName", t.state,
           t.website_url as "websiteUrl", t.step, jsonb_array_length(v.document -> 'steps') as steps,
           coalesce(v.document -> 'steps' -> (t.step - 1) ->> 'type', '') as "stepType", t.attempts, t.price,
           t.created_at as "createdAt", t.started_at as "startedAt", t.ended_at as "endedAt",
           t.error_code as "errorCode", t.error_description as "errorDescription"
      from task t
      join template_version v on v.id = t.template_version_id
      join template m on m.id = v.template_id
     where t.id = $1 and t.account_id = $2`,
};

const variables = {
  name: "get_task_variables",
  text: `
    select name, state, attempt, length, supplied_at as "suppliedAt", taken_at as "takenAt",
           awaited_at as "awaitedAt", case when deadline_tick is not null then ${momentOf("deadline_tick")} end as deadline
      from variable where task_id = $1 order by name`,
};

/** A task of the account without values or results. ERROR_NO_SUCH_CAPCHA_ID for one that it does not have. */
export async function getTask({ ctx, input }: { ctx: Context; input: { taskId: number } }): Promise<TaskDetails> {
  const { actor, db } = requireAccount(ctx);
  const [task] = await db.sql<Omit<TaskDetails, "variables">>(statement, [input.taskId, actor.accountId]);
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  // Tasks that were created before it was kept apart have user information in their address.
  return {
    ...task,
    websiteUrl: withoutUserInfo(task.websiteUrl),
    variables: await db.sql<TaskVariable>(variables, [input.taskId]),
  };
}
