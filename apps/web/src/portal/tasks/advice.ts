import type { ErrorCode } from "@gatepost/contract/errors";

/** What to do about a task that ended with an error. */
const advice: Partial<Record<ErrorCode, string>> = {
  ERROR_STEP_FAILED:
    "Compare the screenshot with what the step looks for. If the page was only slow, raise the step's timeout; otherwise change its selector or text, and create the task again.",
  ERROR_VARIABLE_TIMEOUT: "Answer sooner, extend the wait while it is open, or raise the timeout of the waiting step.",
  ERROR_TASK_TIMEOUT: "Raise the template's timeout, or shorten its steps.",
  ERROR_WEBSITE_NOT_ALLOWED: "Check the address. The operator decides which networks tasks may reach.",
  ERROR_WORKER_LOST: "Something may have been submitted already. Look at the site before you create the task again.",
  ERROR_NO_SLOT_AVAILABLE: "No worker was free for an hour. Create the task again later, or with a higher bid.",
  ERROR_TASK_CANCELED: "Create the task again if it is still needed.",
  ERROR_INTERNAL: "Give the task's number to the operator.",
};

export function adviceFor(code: string): string {
  return advice[code as ErrorCode] ?? "";
}
