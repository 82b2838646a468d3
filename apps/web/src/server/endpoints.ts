import { type MethodName, methods } from "@gatepost/contract/methods";
import { getBalance } from "@gatepost/domain/account/get-balance";
import { createAnswerLink } from "@gatepost/domain/answer/create-answer-link";
import { getSpending } from "@gatepost/domain/money/get-spending";
import type { KeyContext } from "@gatepost/domain/permission";
import { getQueue } from "@gatepost/domain/queue/get-queue";
import { deleteSession } from "@gatepost/domain/session/delete-session";
import { listSessions } from "@gatepost/domain/session/list-sessions";
import { getAppStats, requireOwner } from "@gatepost/domain/stats/get-app-stats";
import { deleteSecret } from "@gatepost/domain/stored-secret/delete-secret";
import { listSecrets } from "@gatepost/domain/stored-secret/list-secrets";
import { saveSecret } from "@gatepost/domain/stored-secret/save-secret";
import { cancelTask } from "@gatepost/domain/task/cancel-task";
import { createTask } from "@gatepost/domain/task/create-task";
import { declineVariable } from "@gatepost/domain/task/decline-variable";
import { extendWait } from "@gatepost/domain/task/extend-wait";
import { listOwnTasks } from "@gatepost/domain/task/list-tasks";
import { pushVariable } from "@gatepost/domain/task/push-variable";
import { deleteTemplate } from "@gatepost/domain/template/delete-template";
import { getTemplate } from "@gatepost/domain/template/get-template";
import { listUsableTemplates } from "@gatepost/domain/template/list-usable-templates";
import { saveOwnTemplate } from "@gatepost/domain/template/save-own-template";
import { appStatsResponse } from "@gatepost/presenters/app-stats";
import { queueStatsResponse } from "@gatepost/presenters/queue-stats";
import { secretListResponse } from "@gatepost/presenters/secret-list";
import { sessionListResponse } from "@gatepost/presenters/session-list";
import { spendingStatsResponse } from "@gatepost/presenters/spending-stats";
import { taskListResponse } from "@gatepost/presenters/task-list";
import { taskResultResponse } from "@gatepost/presenters/task-result";
import { templateListResponse } from "@gatepost/presenters/template-list";
import { answerUrl } from "../answer/answer-url.ts";
import type { Endpoint } from "./call.ts";
import { openContainer } from "./container.ts";
import { echo } from "./echo.ts";
import { endpoint, openEndpoint, verifyingEndpoint } from "./endpoint.ts";
import { heldTaskResult } from "./held-task-result.ts";
import { presentOnce } from "./present-once.ts";
import type { ApiDependencies } from "./receive-call.ts";

const presentAppStats = presentOnce(appStatsResponse);

/** A handler that calls the verb and responds with nothing but success. */
const done =
  <Input>(verb: (asked: { ctx: KeyContext; input: Input }) => Promise<void>) =>
  async ({ ctx, input }: { ctx: KeyContext; input: Input }) => {
    await verb({ ctx, input });
    return { status: "success" as const };
  };

/** The methods as functions from request to response, by name. The hot ones verify a cached key within their own statement. */
export function endpointsOf(dependencies: () => ApiDependencies): { [Name in MethodName]: Endpoint } {
  return {
    createTask: verifyingEndpoint(
      methods.createTask,
      ({ ctx, input, idempotency }) => createTask({ ctx, input: { ...input, idempotency } }),
      dependencies,
    ),
    pushAntiGateVariable: verifyingEndpoint(
      methods.pushAntiGateVariable,
      async ({ ctx, input, idempotency }) => {
        await pushVariable({ ctx, input: { ...input, idempotency } });
        return { status: "success" as const };
      },
      dependencies,
    ),
    getTaskResult: verifyingEndpoint(
      methods.getTaskResult,
      async ({ ctx, input, call }) =>
        taskResultResponse(await heldTaskResult({ ctx, input, call, live: dependencies().live })),
      dependencies,
    ),
    cancelTask: endpoint(methods.cancelTask, done(cancelTask), dependencies),
    createAnswerLink: endpoint(
      methods.createAnswerLink,
      async ({ ctx, input, call }) => {
        const { token, expires } = await createAnswerLink({ ctx, input });
        return { url: answerUrl({ get: (name) => call.header(name) ?? null }, token), expires };
      },
      dependencies,
    ),
    declineVariable: endpoint(methods.declineVariable, done(declineVariable), dependencies),
    extendWait: endpoint(methods.extendWait, ({ ctx, input }) => extendWait({ ctx, input }), dependencies),
    listTasks: endpoint(
      methods.listTasks,
      async ({ ctx, input }) =>
        taskListResponse(
          await listOwnTasks({
            ctx,
            input: {
              state: input.state ?? undefined,
              templateName: input.templateName ?? undefined,
              softId: input.softId || undefined,
              errorCode: input.errorCode ?? undefined,
              ...{ from: input.from, to: input.to, timezone: input.timezone },
              limit: input.limit ?? undefined,
              after: input.after ?? undefined,
            },
          }),
        ),
      dependencies,
    ),
    getBalance: endpoint(
      methods.getBalance,
      async ({ ctx }) => ({ balance: (await getBalance({ ctx })) / 1_000_000 }),
      dependencies,
    ),
    getAppStats: verifyingEndpoint(
      methods.getAppStats,
      async ({ ctx, input }) => presentAppStats(await getAppStats({ ctx, input })),
      dependencies,
      async ({ ctx, body }) => {
        const { data } = methods.getAppStats.request.pick({ softId: true }).safeParse(body);
        if (data) await requireOwner({ ctx, input: data });
      },
    ),
    getSpendingStats: endpoint(
      methods.getSpendingStats,
      async ({ ctx, input: { date, ...input } }) =>
        spendingStatsResponse(await getSpending({ ctx, input: { ...input, from: date } })),
      dependencies,
    ),
    getQueueStats: openEndpoint(
      methods.getQueueStats,
      async ({ ctx }) => queueStatsResponse(await getQueue({ ctx })),
      dependencies,
    ),
    listTemplates: endpoint(
      methods.listTemplates,
      async ({ ctx, input: { search, limit, after } }) =>
        templateListResponse(
          await listUsableTemplates({
            ctx,
            input: { search: search ?? undefined, limit: limit ?? undefined, after: after ?? undefined },
          }),
        ),
      dependencies,
    ),
    getTemplate: endpoint(
      methods.getTemplate,
      async ({ ctx, input }) => {
        const { template, version } = await getTemplate({ ctx, input });
        return { template, version };
      },
      dependencies,
    ),
    saveTemplate: endpoint(methods.saveTemplate, ({ ctx, input }) => saveOwnTemplate({ ctx, input }), dependencies),
    deleteTemplate: endpoint(methods.deleteTemplate, done(deleteTemplate), dependencies),
    saveSecret: endpoint(methods.saveSecret, done(saveSecret), dependencies),
    listSecrets: endpoint(
      methods.listSecrets,
      async ({ ctx, input: { limit, after } }) =>
        secretListResponse(await listSecrets({ ctx, input: { limit: limit ?? undefined, after: after ?? undefined } })),
      dependencies,
    ),
    deleteSecret: endpoint(methods.deleteSecret, done(deleteSecret), dependencies),
    listSessions: endpoint(
      methods.listSessions,
      async ({ ctx, input: { limit, after } }) =>
        sessionListResponse(
          await listSessions({ ctx, input: { limit: limit ?? undefined, after: after ?? undefined } }),
        ),
      dependencies,
    ),
    deleteSession: endpoint(methods.deleteSession, done(deleteSession), dependencies),
    test: openEndpoint(methods.test, async ({ text }) => echo(text), dependencies),
  };
}

/** The endpoints of the fast path and of the route handlers. */
export const endpoints = endpointsOf(openContainer);
