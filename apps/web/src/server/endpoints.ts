import { type MethodName, methods } from "@gatepost/contract/methods";
import { getBalance } from "@gatepost/domain/account/get-balance";
import { getAppStats } from "@gatepost/domain/stats/get-app-stats";
import { cancelTask } from "@gatepost/domain/task/cancel-task";
import { createTask } from "@gatepost/domain/task/create-task";
import { getTaskResult } from "@gatepost/domain/task/get-task-result";
import { pushVariable } from "@gatepost/domain/task/push-variable";
import { openContainer } from "./container.ts";
import { type Deed, type Endpoint, endpoint } from "./endpoint.ts";

/** The verb behind each documented method. */
const deeds: { [Name in MethodName]: Deed<(typeof methods)[Name]> } = {
  createTask: ({ ctx, input, idempotency }) => createTask({ ctx, input: { ...input, idempotency } }),
  pushAntiGateVariable: ({ ctx, input, idempotency }) => pushVariable({ ctx, input: { ...input, idempotency } }),
  getTaskResult: ({ ctx, input }) => getTaskResult({ ctx, input }),
  cancelTask: ({ ctx, input }) => cancelTask({ ctx, input }),
  getBalance: ({ ctx }) => getBalance({ ctx }),
  getAppStats: ({ ctx, input }) => getAppStats({ ctx, input }),
};

/** The methods as functions from request to answer, by name: what every lane serves. */
export const endpoints: { [Name in MethodName]: Endpoint } = {
  createTask: endpoint(methods.createTask, deeds.createTask, openContainer),
  pushAntiGateVariable: endpoint(methods.pushAntiGateVariable, deeds.pushAntiGateVariable, openContainer),
  getTaskResult: endpoint(methods.getTaskResult, deeds.getTaskResult, openContainer),
  cancelTask: endpoint(methods.cancelTask, deeds.cancelTask, openContainer),
  getBalance: endpoint(methods.getBalance, deeds.getBalance, openContainer),
  getAppStats: endpoint(methods.getAppStats, deeds.getAppStats, openContainer),
};
