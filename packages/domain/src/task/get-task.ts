import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { type GetTaskRow, getTaskSql } from "./get-task.sql.ts";
import { type GetTaskVariablesRow, getTaskVariablesSql } from "./get-task-variables.sql.ts";
import { promptPlace } from "./prompt-place.ts";
import { withoutUserInfo } from "./user-info.ts";

/** `deadline`: when the wait for it will end, as far as can be predicted. */
export type TaskVariable = Omit<GetTaskVariablesRow, "words">;

/** `price` is in millionths of a dollar. */
export type TaskDetails = Omit<GetTaskRow, "price"> & { price: number; variables: TaskVariable[] };

/** A task of the account without values or results. ERROR_NO_SUCH_CAPCHA_ID if there is none. */
export async function getTask({ ctx, input }: { ctx: Context; input: { taskId: number } }): Promise<TaskDetails> {
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
    variables: variables.map(({ words, ...variable }) => {
      const asked = words && vault.open(words, promptPlace(accountId, taskId, variable.name));
      return { ...variable, prompt: asked ?? variable.prompt };
    }),
  };
}
