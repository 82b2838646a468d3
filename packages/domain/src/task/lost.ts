import type { ErrorCode } from "@gatepost/contract/errors";
import { maxClaims } from "./attempts.ts";

type TaskError = { code: ErrorCode; description: string };

/** The end of a task whose worker was lost when it could not be run again. */
export const lost: TaskError = {
  code: "ERROR_WORKER_LOST",
  description:
    "The worker was lost after a step that may have submitted something. Look at the site before you try again.",
};

/** The end of a task that was lost too often. */
export const retriesExhausted: TaskError = {
  code: "ERROR_WORKER_LOST",
  description: `The worker was lost ${maxClaims} times at this task, perhaps because the task uses too much memory. Nothing was submitted.`,
};
