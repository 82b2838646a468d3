import { isErrorCode } from "@gatepost/contract/errors";
import { type StepType, stepTypes } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { getTaskResultSql } from "./get-task-result.sql.ts";
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

/**
 * How a task of the account stands. Throws the task's own error where it failed, and ERROR_NO_SUCH_CAPCHA_ID for one
 * that the account does not have.
 */
export async function getTaskResult({ ctx, input }: { ctx: Context; input: { taskId: number } }): Promise<TaskResult> {
  const { actor, db, vault, settings } = requireAccount(ctx);
  const { accountId } = actor;
  const { taskId } = input;
  const [task] = await db.run(getTaskResultSql, { taskId, accountId, solutionSeconds: settings.solutionSeconds });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (task.errorCode !== null) {
    const code = isErrorCode(task.errorCode) ? task.errorCode : "ERROR_INTERNAL";
    throw new DomainError(code, task.errorDescription ?? undefined);
  }
  if (task.state !== "ready") {
    const type = (task.step > 0 && stepTypes.find((one) => one === task.stepType)) || "";
    return { status: "processing", waitingFor: task.waitingFor, progress: { step: task.step, of: task.steps, type } };
  }
  return {
    status: "ready",
    ...(task.solution
      ? { solution: JSON.parse(vault.open(task.solution, [accountId, taskId, "solution"])) as Solution }
      : { solution: {}, solutionExpired: true as const }),
    cost: (Number(task.price) / 1_000_000).toFixed(6),
    ip: task.address,
    createTime: task.created,
    endTime: task.ended ?? task.created,
    solveCount: task.attempts,
  };
}
