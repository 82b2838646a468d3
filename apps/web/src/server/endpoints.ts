import { type MethodName, methods } from "@gatepost/contract/methods";
import { getBalance } from "@gatepost/domain/account/get-balance";
import { getAppStats, requireOwner } from "@gatepost/domain/stats/get-app-stats";
import { cancelTask } from "@gatepost/domain/task/cancel-task";
import { createTask } from "@gatepost/domain/task/create-task";
import { getTaskResult } from "@gatepost/domain/task/get-task-result";
import { pushVariable } from "@gatepost/domain/task/push-variable";
import { openContainer } from "./container.ts";
import { type Endpoint, endpoint, type House, provingEndpoint } from "./endpoint.ts";

/** The methods as functions from request to answer, by name. The verbs of the hot ones prove a recalled key themselves. */
export function endpointsOf(house: () => House): { [Name in MethodName]: Endpoint } {
  return {
    createTask: provingEndpoint(
      methods.createTask,
      ({ ctx, input, idempotency }) => createTask({ ctx, input: { ...input, idempotency } }),
      house,
    ),
    pushAntiGateVariable: provingEndpoint(
      methods.pushAntiGateVariable,
      ({ ctx, input, idempotency }) => pushVariable({ ctx, input: { ...input, idempotency } }),
      house,
    ),
    getTaskResult: endpoint(methods.getTaskResult, ({ ctx, input }) => getTaskResult({ ctx, input }), house),
    cancelTask: endpoint(methods.cancelTask, ({ ctx, input }) => cancelTask({ ctx, input }), house),
    getBalance: endpoint(methods.getBalance, ({ ctx }) => getBalance({ ctx }), house),
    getAppStats: provingEndpoint(
      methods.getAppStats,
      ({ ctx, input }) => getAppStats({ ctx, input }),
      house,
      async ({ ctx, body }) => {
        const { data } = methods.getAppStats.request.pick({ softId: true }).safeParse(body);
        if (data) await requireOwner({ ctx, input: data });
      },
    ),
  };
}

/** What every lane serves. */
export const endpoints = endpointsOf(openContainer);
