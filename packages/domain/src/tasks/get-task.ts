import { helpName, helpOptions } from "@gatepost/contract/limits";
import { type WaitKind, waitKinds } from "@gatepost/contract/steps/waits";
import { type AppContext, type Args, requireAccount } from "../platform/context.ts";
import { withoutUserInfo } from "../platform/egress.ts";
import { DomainError } from "../platform/errors.ts";
import { promptPlace, readReceipts } from "./get-task-result.ts";
import type { Receipt } from "./receipts.ts";
import { type GetTaskRow, getTaskSql } from "./sql/get-task.sql.ts";
import { type GetTaskVariablesRow, getTaskVariablesSql } from "./sql/get-task-variables.sql.ts";

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

/** What a wait of the database asks: its prompt opened (the template's, or `words` with what the site says), its kind and its options. */
export function openWait<Row extends Pick<GetTaskVariablesRow, "name" | "prompt" | "words" | "kind" | "options">>(
  vault: AppContext["vault"],
  { accountId, taskId }: { accountId: number; taskId: number },
  { words, kind, options, ...row }: Row,
): Omit<Row, "words" | "kind" | "options"> & { kind: WaitKind; options: string[] } {
  const isHelp = row.name === helpName;
  return {
    ...row,
    prompt: words ? vault.open(words, promptPlace(accountId, taskId, row.name)) : row.prompt,
    kind: isHelp ? "help" : (waitKinds.find((one) => one === kind) ?? "text"),
    options: isHelp ? [...helpOptions] : Array.isArray(options) ? options.map(String) : [],
  };
}
