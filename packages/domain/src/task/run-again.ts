import type { Args } from "../context.ts";
import { createTask } from "./create-task.ts";
import { getTaskCall } from "./get-task-call.ts";

/**
 * Creates a task with the template, address, application, session, callback and emails of another one of the account. The
 * template is its current version. The values are asked for again, because those of the other task may have been wiped, as
 * have its browser settings: the new one has the template's. Throws as createTask does, and ERROR_NO_SUCH_CAPCHA_ID if there
 * is no such task.
 */
export async function runAgain({
  ctx,
  input: { taskId, variables },
}: Args<{ taskId: number; variables: Record<string, unknown> }>): Promise<{ taskId: number }> {
  const call = await getTaskCall({ ctx, input: { taskId } });
  const { templateName, draft, websiteUrl, domainsOfInterest, callbackUrl, callbackOn, notify, softId, session } = call;
  const template = draft ? { template: draft } : { templateName };
  const task = { websiteURL: websiteUrl, ...template, domainsOfInterest, session, variables };
  return createTask({ ctx, input: { task, softId, callbackUrl, callbackOn, notify } });
}
