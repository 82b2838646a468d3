import type { WaitKind } from "@gatepost/contract/wait-kinds";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import type { Receipt } from "./get-receipts.ts";
import { type GetTaskRow, getTaskSql } from "./get-task.sql.ts";
import { readReceipts } from "./get-task-result.ts";
import { type GetTaskVariablesRow, getTaskVariablesSql } from "./get-task-variables.sql.ts";
import { openWait } from "./open-wait.ts";
import { withoutUserInfo } from "./user-info.ts";

/** `deadline`: when the wait for it will end, as far as can be predicted. */
export type TaskVariable = Omit<GetTaskVariablesRow, "words" | "kind" | "options"> & {
  kind: WaitKind;
  options: string[];
};

/** `price` is in millionths of a dollar. */
export type TaskDetails = Omit<GetTaskRow, "price"> & {
  price: number;
  variables: TaskVariable[];
  receipts: Receipt[];
};

/** A task of the account without values or results. ERROR_NO_SUCH_CAPCHA_ID if there is none. */
export async function getTask({ ctx, input }: Args<{ taskId: number }>): Promise<TaskDetails> {
  const { actor, db, vault } = requireAccount(ctx, "tasks");
  const { accountId } = actor;
  const { taskId } = input;
  const [task] = await db.run(getTaskSql, { taskId, accountId });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const variables = await db.run(getTaskVariablesSql, { taskId });
  return {
    ...task,
    price: Number(task.price),
    // Older tasks have user information within their address.
    websiteUrl: withoutUserInfo(task.websiteUrl),
    variables: variables.map((variable) => openWait(vault, { accountId, taskId }, variable)),
    receipts: await readReceipts(ctx, { taskId, accountId }),
  };
}
