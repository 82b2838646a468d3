import type { z } from "zod";
import { createTask } from "./methods/create-task.ts";
import { getAppStats } from "./methods/get-app-stats.ts";
import { getQueueStats } from "./methods/get-queue-stats.ts";
import { getTaskResult } from "./methods/get-task-result.ts";
import { cancelTask, listTasks } from "./methods/list-and-cancel-tasks.ts";
import { getBalance, getSpendingStats } from "./methods/money.ts";
import { deleteSecret, listSecrets, saveSecret } from "./methods/secrets.ts";
import { deleteSession, listSessions } from "./methods/sessions.ts";
import { deleteTemplate, getTemplate, listTemplates, saveTemplate } from "./methods/templates.ts";
import { test } from "./methods/test.ts";
import {
  createAnswerLink,
  createLiveLink,
  declineVariable,
  extendWait,
  pushAntiGateVariable,
} from "./methods/waits.ts";

/** The method table: routes, documentation, OpenAPI, client and the tenant test matrix follow from it. */
export const methods = {
  createTask,
  pushAntiGateVariable,
  getTaskResult,
  cancelTask,
  createAnswerLink,
  createLiveLink,
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

export type RequestOf<Name extends MethodName> = Omit<z.input<(typeof methods)[Name]["request"]>, "clientKey">;

/** A method's success, `errorId: 0` included. */
export type ResponseOf<Name extends MethodName> = z.output<(typeof methods)[Name]["response"]>;

/** Distributes over the results of a method that has several. */
export type WithoutErrorId<T> = T extends unknown ? Omit<T, "errorId"> : never;
export type ResultOf<Name extends MethodName> = WithoutErrorId<ResponseOf<Name>>;
