import { isErrorCode } from "@gatepost/contract/errors";
import { type StepType, stepTypes } from "@gatepost/contract/steps";
import { type WaitKind, waitKinds } from "@gatepost/contract/wait-kinds";
import type { AppContext, Args } from "../context.ts";
import { DomainError, TaskError } from "../errors.ts";
import { requireVerifiableAccount } from "../permission.ts";
import type { Vault } from "../vault.ts";
import { type Receipt, readReceipts } from "./get-receipts.ts";
import { type GetTaskResultRow, getTaskResultSql } from "./get-task-result.sql.ts";
import { promptPlace } from "./prompt-place.ts";
import { readFailureReport, readSolution } from "./read-kept-result.ts";
import type { Solution } from "./solution.ts";
import { storedPathText } from "./stored-path.ts";

/** `path`: of a nested step, as authors count. */
export interface Progress {
  step: number;
  of: number;
  type: StepType | "";
  path?: string;
}

/** A value that the task waits for. Times are in Unix seconds. */
export interface Wait {
  name: string;
  /** What the template asks for; empty if it does not say. */
  prompt: string;
  kind: WaitKind;
  options?: string[];
  /** RE2, which the whole value must match. */
  pattern?: string;
  /** From 1; above that the template has asked again. */
  attempt: number;
  /** Whether the site refused the previous value. */
  refused: boolean;
  since: number;
  /** When the wait will end, as far as can be predicted. */
  expiresAt: number;
}

export type TaskResult =
  | {
      status: "processing";
      waitingFor: string[];
      progress: Progress;
      waiting: Wait[];
      /** Changes with what the task waits for. */
      version: string;
      receipts?: Receipt[];
    }
  | {
      status: "ready";
      /** Null: deleted. */
      solution: Solution | null;
      /** Millionths of a dollar. */
      price: number;
      /** The address that created the task. */
      address: string;
      /** Unix seconds. */
      created: number;
      ended: number;
      attempts: number;
      receipts?: Receipt[];
    };

/**
 * The state of a task of the account. Throws the task's own error if it failed, with what is known of it, and ERROR_NO_SUCH_CAPCHA_ID if the
 * account has no such task.
 */
export async function getTaskResult({ ctx, input }: Args<{ taskId: number }>): Promise<TaskResult> {
  const { actor, keyId } = requireVerifiableAccount(ctx, "tasks");
  return readTaskResult(ctx, { ...input, accountId: actor.accountId, keyId }, readReceipts);
}

/**
 * The same on behalf of the account: for a key that the statement verifies, or for the worker that sends its
 * callbacks, which cannot read who pushed what.
 */
export async function readTaskResult(
  { db, vault, objects, settings }: AppContext,
  { accountId, taskId, keyId = null }: { accountId: number; taskId: number; keyId?: number | null },
  receiptsOf?: typeof readReceipts,
): Promise<TaskResult> {
  const { solutionSeconds } = settings;
  const [task] = await db.run(getTaskResultSql, { taskId, accountId, keyId, solutionSeconds });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (task.errorCode !== null) {
    const code = isErrorCode(task.errorCode) ? task.errorCode : "ERROR_INTERNAL";
    const report =
      task.solution && (await readFailureReport({ db, vault, objects }, { accountId, taskId, sealed: task.solution }));
    throw new TaskError(code, task.errorDescription ?? undefined, report ?? {});
  }
  const pushed = receiptsOf && task.pushed && { receipts: await receiptsOf({ db }, { accountId, taskId }) };
  if (task.state !== "ready") {
    const type = (task.step > 0 && stepTypes.find((one) => one === task.stepType)) || "";
    const progress: Progress = { step: task.step, of: task.steps, type };
    if (task.step > 0 && task.stepPath?.length) progress.path = storedPathText(task.stepPath);
    const waiting = waitsOf(vault, { accountId, taskId }, task);
    return {
      status: "processing",
      waitingFor: waiting.map(({ name }) => name),
      progress,
      waiting,
      version: task.wait ?? "",
      ...pushed,
    };
  }
  return {
    status: "ready",
    solution:
      task.solution && (await readSolution({ db, vault, objects }, { accountId, taskId, sealed: task.solution })),
    price: Number(task.price),
    address: task.address,
    created: task.created,
    ended: task.ended ?? task.created,
    attempts: task.attempts,
    ...pushed,
  };
}

function waitsOf(
  vault: Vault,
  { accountId, taskId }: { accountId: number; taskId: number },
  task: GetTaskResultRow,
): Wait[] {
  const { waitName: name, waitPattern: pattern, waitSince: since, waitEnd: expiresAt } = task;
  if (name === null || since === null || expiresAt === null) return [];
  const { waitWords: words } = task;
  return [
    {
      name,
      prompt: words ? vault.open(words, promptPlace(accountId, taskId, name)) : (task.waitPrompt ?? ""),
      kind: waitKinds.find((kind) => kind === task.waitKind) ?? "text",
      ...(Array.isArray(task.waitOptions) && { options: task.waitOptions.map(String) }),
      ...(pattern !== null && { pattern }),
      attempt: task.waitAttempt ?? 1,
      refused: task.waitRefused,
      since,
      expiresAt,
    },
  ];
}
