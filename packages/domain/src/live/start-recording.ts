import { waitForIt } from "@gatepost/contract/limits";
import type { IdempotencyKey } from "../platform/answered-before.ts";
import { type Args, requireSession } from "../platform/context.ts";
import { createTask } from "../tasks/create-task.ts";

const seconds = 3_600;
/** The page is open while the task waits for this variable, until it is cancelled. */
const variable = "recording";
const template = {
  name: "Recording",
  timeout: seconds,
  steps: [
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: variable,
      kind: "live",
      prompt: "A template is being recorded on the live page.",
      timeout: seconds,
    },
  ],
};

/**
 * Opens an address in a worker's browser, for a person who records a template on its live page. The task is announced to nobody, and is
 * neither a wait nor a failure of the account. Throws as createTask does.
 */
export function startRecording({
  ctx,
  input: { websiteURL, idempotency },
}: Args<{ websiteURL: string; idempotency?: IdempotencyKey | undefined }>): Promise<{ taskId: number }> {
  requireSession(ctx);
  const task = { template, websiteURL, variables: { [variable]: waitForIt } };
  return createTask({ ctx, input: { task, isRecording: true, idempotency } });
}
