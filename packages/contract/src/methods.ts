import { cancelTask } from "./methods/cancel-task.ts";
import { createAnswerLink } from "./methods/create-answer-link.ts";
import { createTask } from "./methods/create-task.ts";
import { declineVariable } from "./methods/decline-variable.ts";
import { deleteSecret } from "./methods/delete-secret.ts";
import { deleteSession } from "./methods/delete-session.ts";
import { deleteTemplate } from "./methods/delete-template.ts";
import { extendWait } from "./methods/extend-wait.ts";
import { getAppStats } from "./methods/get-app-stats.ts";
import { getBalance } from "./methods/get-balance.ts";
import { getQueueStats } from "./methods/get-queue-stats.ts";
import { getSpendingStats } from "./methods/get-spending-stats.ts";
import { getTaskResult } from "./methods/get-task-result.ts";
import { getTemplate } from "./methods/get-template.ts";
import { listSecrets } from "./methods/list-secrets.ts";
import { listSessions } from "./methods/list-sessions.ts";
import { listTasks } from "./methods/list-tasks.ts";
import { listTemplates } from "./methods/list-templates.ts";
import { pushAntiGateVariable } from "./methods/push-anti-gate-variable.ts";
import { saveSecret } from "./methods/save-secret.ts";
import { saveTemplate } from "./methods/save-template.ts";
import { test } from "./methods/test.ts";

/** The method table: routes, documentation, OpenAPI, client and the tenant test matrix follow from it. */
export const methods = {
  createTask,
  pushAntiGateVariable,
  getTaskResult,
  cancelTask,
  createAnswerLink,
  declineVariable,
  extendWait,
  listTasks,
  getBalance,
  getAppStats,
  getSpendingStats,
  getQueueStats,
  listTemplates,
  getTemplate,
  saveTemplate,
  deleteTemplate,
  saveSecret,
  listSecrets,
  deleteSecret,
  listSessions,
  deleteSession,
  test,
} as const;

export type MethodName = keyof typeof methods;
export const methodNames = Object.keys(methods) as MethodName[];
