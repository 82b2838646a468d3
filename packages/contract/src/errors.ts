/**
 * The one table of errors: responses, documentation, OpenAPI, statistics and tests iterate over it. Ids below 1000 are
 * those of the protocol family; Gatepost's own start at 1000. The HTTP status of most
 * is 200, because existing clients reject a non-2xx response before they read `errorId`.
 */
export const errors = {
  ERROR_KEY_DOES_NOT_EXIST: {
    id: 1,
    description: "Account authorization key not found. Check clientKey.",
  },
  ERROR_NO_SLOT_AVAILABLE: {
    id: 2,
    description:
      "The queue is full: for this account, or at or above your bid while no worker is idle. Try again later, cancel tasks, or raise the bid.",
  },
  ERROR_ZERO_BALANCE: {
    id: 10,
    description: "The account's balance does not cover the price of the task. Top the account up.",
  },
  ERROR_IP_NOT_ALLOWED: {
    id: 11,
    description:
      "This key is limited to a list of addresses, and the request came from another one. Call from an address on the list, or use another key.",
  },
  ERROR_NO_SUCH_METHOD: {
    id: 14,
    description: "There is no such method, or it was not called with POST.",
  },
  ERROR_NO_SUCH_CAPCHA_ID: {
    id: 16,
    description: "No task with this id exists in your account. It may have been deleted after its retention time.",
  },
  ERROR_TASK_ABSENT: {
    id: 22,
    description: "The property task is missing or is not an object.",
  },
  ERROR_TASK_NOT_SUPPORTED: {
    id: 23,
    description: "task.type is not supported. The only supported type is AntiGateTask.",
  },
  ERROR_INCORRECT_SESSION_DATA: {
    id: 24,
    description: "A variable that the template uses is missing, or is awaited without a step that waits for it.",
  },
  ERROR_ACCOUNT_SUSPENDED: {
    id: 55,
    description: "The operator suspended this account. Contact the operator.",
  },
  ERROR_TEMPLATE_NOT_FOUND: {
    id: 56,
    description: "No template of this name is visible to your account.",
  },
  ERROR_TASK_CANCELED: {
    id: 57,
    description: "The task was cancelled, or a person declined to answer.",
  },
  ERROR_ACCESS_DENIED: {
    id: 1000,
    description:
      "Access denied: your account does not own what the call names, or the key lacks a right that the method needs.",
  },
  ERROR_BAD_REQUEST: {
    id: 1001,
    description: "A property of the request is missing or of the wrong type.",
  },
  ERROR_REQUEST_TOO_LARGE: {
    id: 1002,
    description: "The request is over a size limit.",
  },
  ERROR_TOO_MANY_REQUESTS: {
    id: 1003,
    status: 429,
    description: "Too many requests. Wait for the time that Retry-After gives.",
  },
  ERROR_VARIABLE_NOT_EXPECTED: {
    id: 1004,
    description: "The task has no late variable of this name.",
  },
  ERROR_VARIABLE_ALREADY_SET: {
    id: 1005,
    description: "The worker has already taken another value of this variable.",
  },
  ERROR_VARIABLE_REFUSED: {
    id: 1006,
    description:
      "The value does not match the kind or pattern that the waiting step declares, or was just refused by the site. The task still waits.",
  },
  ERROR_TASK_FINISHED: {
    id: 1007,
    description: "The task has already ended.",
  },
  ERROR_WEBSITE_NOT_ALLOWED: {
    id: 1010,
    description: "The address is not an absolute http(s) URL, or is on a network that Gatepost blocks.",
  },
  ERROR_VARIABLE_TIMEOUT: {
    id: 1011,
    description: "The value of a late variable did not come in time.",
  },
  ERROR_STEP_FAILED: {
    id: 1012,
    description: "A step of the template failed.",
  },
  ERROR_WORKER_LOST: {
    id: 1013,
    description: "The worker was lost at a point where repeating the task could submit something twice.",
  },
  ERROR_TASK_TIMEOUT: {
    id: 1014,
    description: "The task took longer than its time limit.",
  },
  ERROR_SERVICE_UNAVAILABLE: {
    id: 1015,
    status: 503,
    description:
      "The service cannot do this right now; nothing was done. Try again after the time that Retry-After gives.",
  },
  ERROR_INTERNAL: {
    id: 1099,
    status: 500,
    description: "The service failed. Give the reference to its operator.",
  },
} as const satisfies Record<`ERROR_${string}`, ErrorEntry>;

interface ErrorEntry {
  /** By which callers distinguish errors; never 0. */
  id: number;
  /** The HTTP status, unless it is 200. Responses to calls that did not reach a method may have another, see transport.ts. */
  status?: 429 | 500 | 503;
  /**
   * One or two English sentences: the text of the response if nothing more specific is known, and of an error series of
   * getAppStats.
   */
  description: string;
}

export type ErrorCode = keyof typeof errors;

export const errorCodes = Object.keys(errors) as ErrorCode[];

export function statusOf(code: ErrorCode): 200 | 429 | 500 | 503 {
  const entry: ErrorEntry = errors[code];
  return entry.status ?? 200;
}

/** Whether the text is a code of the table, also for codes from older rows of the database. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
