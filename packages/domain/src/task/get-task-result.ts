import type { ErrorCode } from "@gatepost/contract/errors";
import type { StepType } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import type { Solution } from "./solution.ts";

export type TaskResult =
  | { status: "processing"; waitingFor: string[]; progress: { step: number; of: number; type: StepType | "" } }
  | {
      status: "ready";
      solution: Solution | Record<string, never>;
      solutionExpired?: true;
      /** US dollars with six decimals. */
      cost: string;
      ip: string;
      createTime: number;
      endTime: number;
      solveCount: number;
    };

/** The task by primary key; its variables only while it waits; its solution only while it is kept. */
const statement = {
  name: "get_task_result",
  text: `
    select t.state, t.step, t.attempts, t.price, t.address, t.error_code as "errorCode",
           t.error_description as "errorDescription",
           floor(extract(epoch from t.created_at))::bigint as created, floor(extract(epoch from t.ended_at))::bigint as ended,
           case when t.ended_at > now() - $3 * interval '1 second' then t.solution end as solution,
           jsonb_array_length(v.document -> 'steps') as of,
           coalesce(v.document -> 'steps' -> (t.step - 1) ->> 'type', '') as type,
           case when t.state = 'waiting' then
             array(select name from variable where task_id = t.id and awaited_at is not null and state = 'awaited' order by name)
           else '{}' end as "waitingFor"
      from task t join template_version v on v.id = t.template_version_id
     where t.id = $1 and t.account_id = $2`,
};

interface Row {
  state: "queued" | "running" | "waiting" | "ready" | "failed";
  step: number;
  attempts: number;
  price: number;
  address: string;
  errorCode: ErrorCode | null;
  errorDescription: string | null;
  created: number;
  ended: number | null;
  solution: Buffer | null;
  of: number;
  type: StepType | "";
  waitingFor: string[];
}

/**
 * How a task of the account stands. Throws the task's own error where it failed, and ERROR_NO_SUCH_CAPCHA_ID for one
 * that the account does not have.
 */
export async function getTaskResult({ ctx, input }: { ctx: Context; input: { taskId: number } }): Promise<TaskResult> {
  const { actor, db, vault, settings } = requireAccount(ctx);
  const rows = await db.sql<Row>(statement, [input.taskId, actor.accountId, settings.solutionSeconds]);
  const task = rows[0];
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (task.errorCode) throw new DomainError(task.errorCode, task.errorDescription ?? undefined);
  if (task.state !== "ready") {
    const type = task.step > 0 ? task.type : "";
    return { status: "processing", waitingFor: task.waitingFor, progress: { step: task.step, of: task.of, type } };
  }
  return {
    status: "ready",
    ...(task.solution
      ? { solution: JSON.parse(vault.open(task.solution, [actor.accountId, input.taskId, "solution"])) as Solution }
      : { solution: {}, solutionExpired: true as const }),
    cost: (task.price / 1_000_000).toFixed(6),
    ip: task.address,
    createTime: task.created,
    endTime: task.ended ?? task.created,
    solveCount: task.attempts,
  };
}
