import type { Method } from "@gatepost/contract/method";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { getBalance } from "@gatepost/domain/account/get-balance";
import { createAnswerLink } from "@gatepost/domain/answer/create-answer-link";
import { getSpending } from "@gatepost/domain/money/get-spending";
import type { KeyContext, VerifyingContext } from "@gatepost/domain/permission";
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
import type { z } from "zod";
import { answerUrl } from "../answer/answer-url.ts";
import type { Endpoint } from "./call.ts";
import { openContainer } from "./container.ts";
import { echo } from "./echo.ts";
import { endpoint, openEndpoint, verifyingEndpoint } from "./endpoint.ts";
import { heldTaskResult } from "./held-task-result.ts";
import type { CheckFirst, Handler } from "./perform-method.ts";
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

/** The page of a list that a call asks for. */
const pageOf = ({ limit, after }: z.output<(typeof methods)["listSecrets"]["request"]>) => ({
  limit: limit ?? undefined,
  after: after ?? undefined,
});

/** The methods as functions from request to response, by name. The hot ones verify a cached key within their own statement. */
export function endpointsOf(dependencies: () => ApiDependencies): { [Name in MethodName]: Endpoint } {
  const ordinary = <M extends Method>(method: M, handler: Handler<M>) => endpoint(method, handler, dependencies);
  const verifying = <M extends Method>(method: M, handler: Handler<M, VerifyingContext>, checkFirst?: CheckFirst) =>
    verifyingEndpoint(method, handler, dependencies, checkFirst);
  return {
    createTask: verifying(methods.createTask, ({ ctx, input, idempotency }) =>
      createTask({ ctx, input: { ...input, idempotency } }),
    ),
    pushAntiGateVariable: verifying(methods.pushAntiGateVariable, async ({ ctx, input, idempotency }) => {
      await pushVariable({ ctx, input: { ...input, idempotency } });
      return { status: "success" as const };
    }),
    getTaskResult: verifying(methods.getTaskResult, async ({ ctx, input, call }) =>
      taskResultResponse(await heldTaskResult({ ctx, input, call, live: dependencies().live })),
    ),
    cancelTask: ordinary(methods.cancelTask, done(cancelTask)),
    createAnswerLink: ordinary(methods.createAnswerLink, async ({ ctx, input, call }) => {
      const { token, expires } = await createAnswerLink({ ctx, input });
      return { url: answerUrl({ get: (name) => call.header(name) ?? null }, token), expires };
    }),
    declineVariable: ordinary(methods.declineVariable, done(declineVariable)),
    extendWait: ordinary(methods.extendWait, extendWait),
    listTasks: ordinary(methods.listTasks, async ({ ctx, input }) => {
      const { state, templateName, softId, errorCode, from, to, timezone } = input;
      const tasks = await listOwnTasks({
        ctx,
        input: {
          ...{ state: state ?? undefined, templateName: templateName ?? undefined, softId: softId || undefined },
          ...{ errorCode: errorCode ?? undefined, from, to, timezone, ...pageOf(input) },
        },
      });
      return taskListResponse(tasks);
    }),
    getBalance: ordinary(methods.getBalance, async ({ ctx }) => ({ balance: (await getBalance({ ctx })) / 1_000_000 })),
    getAppStats: verifying(
      methods.getAppStats,
      async ({ ctx, input }) => presentAppStats(await getAppStats({ ctx, input })),
      async ({ ctx, body }) => {
        const { data } = methods.getAppStats.request.pick({ softId: true }).safeParse(body);
        if (data) await requireOwner({ ctx, input: data });
      },
    ),
    getSpendingStats: ordinary(methods.getSpendingStats, async ({ ctx, input: { date, ...input } }) =>
      spendingStatsResponse(await getSpending({ ctx, input: { ...input, from: date } })),
    ),
    getQueueStats: openEndpoint(
      methods.getQueueStats,
      async ({ ctx }) => queueStatsResponse(await getQueue({ ctx })),
      dependencies,
    ),
    listTemplates: ordinary(methods.listTemplates, async ({ ctx, input }) => {
      const search = input.search ?? undefined;
      return templateListResponse(await listUsableTemplates({ ctx, input: { search, ...pageOf(input) } }));
    }),
    getTemplate: ordinary(methods.getTemplate, async ({ ctx, input }) => {
      const { template, version } = await getTemplate({ ctx, input });
      return { template, version };
    }),
    saveTemplate: ordinary(methods.saveTemplate, saveOwnTemplate),
    deleteTemplate: ordinary(methods.deleteTemplate, done(deleteTemplate)),
    saveSecret: ordinary(methods.saveSecret, done(saveSecret)),
    listSecrets: ordinary(methods.listSecrets, async ({ ctx, input }) =>
      secretListResponse(await listSecrets({ ctx, input: pageOf(input) })),
    ),
    deleteSecret: ordinary(methods.deleteSecret, done(deleteSecret)),
    listSessions: ordinary(methods.listSessions, async ({ ctx, input }) =>
      sessionListResponse(await listSessions({ ctx, input: pageOf(input) })),
    ),
    deleteSession: ordinary(methods.deleteSession, done(deleteSession)),
    test: openEndpoint(methods.test, async ({ text }) => echo(text), dependencies),
  };
}

/** The endpoints of the fast path and of the route handlers. */
export const endpoints = endpointsOf(openContainer);
