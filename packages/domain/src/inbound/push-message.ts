import type { AppContext } from "../context.ts";
import { isDomainError } from "../errors.ts";
import { pushVariable } from "../task/push-variable.ts";
import type { Fit } from "./choose-waits.ts";
import { claimMessageSql } from "./claim-message.sql.ts";
import { sealContent } from "./message-content.ts";
import { settleMessageSql } from "./settle-message.sql.ts";

interface ChosenMessage {
  accountId: number;
  messageId: number;
  text: string;
  fit: Omit<Fit, "ruleName"> & Partial<Pick<Fit, "ruleName">>;
}

/**
 * Pushes the value of a message to the wait that was chosen for it, unless another process does. If the process ends meanwhile,
 * the same value is pushed to the same wait again, which changes nothing if it had arrived.
 */
export async function pushMessage(app: AppContext, { accountId, messageId, text, fit }: ChosenMessage): Promise<void> {
  const { taskId, name, value } = fit;
  const content = sealContent(app.vault, accountId, { text, value });
  const chosen = { id: messageId, taskId, variable: name, ruleName: fit.ruleName ?? null, content };
  const [claimed] = await app.db.run(claimMessageSql, chosen);
  if (!claimed) return;
  const outcome = await push(app, { kind: "inbound message", accountId, messageId, taskId, name }, value);
  await app.db.run(settleMessageSql, { id: messageId, from: "answering", outcome, detail: null, ruleName: null });
}

type MessageActor = { kind: "inbound message"; accountId: number; messageId: number; taskId: number; name: string };

/** `kept`: something else answered the wait first. */
async function push(app: AppContext, actor: MessageActor, value: string): Promise<"answered" | "refused" | "kept"> {
  try {
    await pushVariable({ ctx: { ...app, actor }, input: { taskId: actor.taskId, name: actor.name, value } });
    return "answered";
  } catch (error) {
    if (!isDomainError(error)) throw error;
    switch (error.code) {
      case "ERROR_VARIABLE_REFUSED":
        return "refused";
      case "ERROR_VARIABLE_ALREADY_SET":
      case "ERROR_TASK_FINISHED":
      case "ERROR_VARIABLE_NOT_EXPECTED":
      case "ERROR_NO_SUCH_CAPCHA_ID":
        return "kept";
      default:
        throw error;
    }
  }
}
