import type { ResultOf } from "@gatepost/contract/methods";
import { type DomainError, isDomainError } from "@gatepost/domain/platform/errors";
import type { TaskResult } from "@gatepost/domain/tasks/get-task-result";
import { exactDollars } from "./dollars.ts";
import { errorBody } from "./error-body.ts";

/** The response of getTaskResult, without errorId (docs/contract.md, section 6). */
export function taskResultResponse(result: TaskResult): ResultOf<"getTaskResult"> {
  if (result.status === "processing") return result;
  const { status, solution, price, address, created, ended, attempts, receipts } = result;
  return {
    status,
    ...(solution ? { solution } : { solution: {}, solutionExpired: true as const }),
    cost: exactDollars(BigInt(price)),
    ip: address,
    createTime: created,
    endTime: ended,
    solveCount: attempts,
    ...(receipts && { receipts }),
  };
}

/**
 * The body of a callback: the response of getTaskResult, or the task's error, and the task's id; `reminder` if its wait is about
 * to end.
 */
export function callbackBody({
  taskId,
  result,
  event = "end",
}: {
  taskId: number;
  result: TaskResult | DomainError;
  event?: "end" | "waiting" | "reminder";
}) {
  const body = isDomainError(result) ? errorBody(result) : { errorId: 0, ...taskResultResponse(result) };
  return { ...body, taskId, ...(event === "reminder" && { reminder: true }) };
}
