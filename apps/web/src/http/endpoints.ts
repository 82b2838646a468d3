import type { Method } from "@gatepost/contract/method";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { hiddenKey } from "@gatepost/contract/methods/test";
import { deleteSession, listSessions } from "@gatepost/domain/accounts/sessions";
import { deleteSecret, listSecrets, saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { createLiveLink } from "@gatepost/domain/live/open-live";
import { getBalance } from "@gatepost/domain/money/ledger";
import { getSpending } from "@gatepost/domain/money/spending";
import type { KeyContext, VerifyingContext } from "@gatepost/domain/platform/context";
import { DomainError } from "@gatepost/domain/platform/errors";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { getAppStats, requireOwner } from "@gatepost/domain/statistics/get-app-stats";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { getTaskResult, type TaskResult } from "@gatepost/domain/tasks/get-task-result";
import { listOwnTasks } from "@gatepost/domain/tasks/list-tasks";
import { getQueue } from "@gatepost/domain/tasks/queue";
import { getTemplate, listUsableTemplates } from "@gatepost/domain/templates/get-template";
import { deleteTemplate, saveOwnTemplate } from "@gatepost/domain/templates/save-template";
import { createAnswerLink } from "@gatepost/domain/waits/answer-links";
import { declineVariable, extendWait, pushVariable } from "@gatepost/domain/waits/answer-wait";
import {
  secretListResponse,
  sessionListResponse,
  taskListResponse,
  templateListResponse,
} from "@gatepost/presenters/lists";
import { appStatsResponse, queueStatsResponse, spendingStatsResponse } from "@gatepost/presenters/stats";
import { taskResultResponse } from "@gatepost/presenters/task-result";
import type { LiveFeeds } from "../live/live-feeds.ts";
import type { Call, Endpoint } from "./answer.ts";
import { endpoint, openEndpoint, verifyingEndpoint } from "./endpoint.ts";
import { originOf } from "./origin.ts";
import type { CheckFirst, Handler } from "./perform-method.ts";
import type { ApiDependencies } from "./receive-call.ts";

/**
 * Presents facts that the domain returns as the same object while nothing has changed: the presentation is kept with
 * them, frozen, so that it is serialised once (see `success`).
 */
function presentOnce<Facts extends object, Body extends object>(present: (facts: Facts) => Body) {
  const presented = new WeakMap<Facts, Body>();
  return (facts: Facts): Body => {
    const known = presented.get(facts);
    if (known) return known;
    const body = Object.freeze(present(facts));
    presented.set(facts, body);
    return body;
  };
}

const presentAppStats = presentOnce(appStatsResponse);

/** A handler that calls the verb and responds with nothing but success. */
const done =
  <Input>(verb: (asked: { ctx: KeyContext; input: Input }) => Promise<void>) =>
  async ({ ctx, input }: { ctx: KeyContext; input: Input }) => {
    await verb({ ctx, input });
    return { status: "success" as const };
  };

/** A handler that responds with the link to a page for whoever has a token, at the site's name for the caller. */
const linked =
  <Input>(
    page: string,
    verb: (asked: { ctx: KeyContext; input: Input }) => Promise<{ token: string; expires: number }>,
  ) =>
  async ({ ctx, input, call }: { ctx: KeyContext; input: Input; call: Call }) => {
    const { token, expires } = await verb({ ctx, input });
    return { url: `${originOf({ get: (name) => call.header(name) ?? null })}/${page}/${token}`, expires };
  };

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
      await pushVariable({ ctx, input: { ...input, wait: input.version ?? undefined, idempotency } });
      return { status: "success" as const };
    }),
    getTaskResult: verifying(methods.getTaskResult, async ({ ctx, input, call }) =>
      taskResultResponse(await heldTaskResult({ ctx, input, call, live: dependencies().live })),
    ),
    cancelTask: ordinary(methods.cancelTask, done(cancelTask)),
    createAnswerLink: ordinary(methods.createAnswerLink, linked("answer", createAnswerLink)),
    createLiveLink: ordinary(methods.createLiveLink, linked("live", createLiveLink)),
    declineVariable: ordinary(methods.declineVariable, done(declineVariable)),
    extendWait: ordinary(methods.extendWait, extendWait),
    listTasks: ordinary(methods.listTasks, async (asked) => taskListResponse(await listOwnTasks(asked))),
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
    listTemplates: ordinary(methods.listTemplates, async (asked) =>
      templateListResponse(await listUsableTemplates(asked)),
    ),
    getTemplate: ordinary(methods.getTemplate, async (asked) => {
      const { template, version } = await getTemplate(asked);
      return { template, version };
    }),
    saveTemplate: ordinary(methods.saveTemplate, saveOwnTemplate),
    deleteTemplate: ordinary(methods.deleteTemplate, done(deleteTemplate)),
    saveSecret: ordinary(methods.saveSecret, done(saveSecret)),
    listSecrets: ordinary(methods.listSecrets, async (asked) => secretListResponse(await listSecrets(asked))),
    deleteSecret: ordinary(methods.deleteSecret, done(deleteSecret)),
    listSessions: ordinary(methods.listSessions, async (asked) => sessionListResponse(await listSessions(asked))),
    deleteSession: ordinary(methods.deleteSession, done(deleteSession)),
    test: openEndpoint(methods.test, async ({ text }) => echo(text), dependencies),
  };
}

interface HeldTaskResult {
  ctx: VerifyingContext;
  input: { taskId: number; waitSeconds?: number | null | undefined; sinceVersion?: string | null | undefined };
  call: Pick<Call, "disconnected" | "whenSent">;
  live: LiveFeeds;
}

/**
 * The state of a task; with `waitSeconds`, once it has ended or waits for something else than at `sinceVersion` (by
 * default, than now), after so many seconds at the latest.
 */
export async function heldTaskResult({ ctx, input, call, live }: HeldTaskResult): Promise<TaskResult> {
  const { taskId, waitSeconds, sinceVersion } = input;
  const { accountId, keyId } = ctx.actor;
  const beforeLarge = live.resultTurns.beforeLarge(accountId, call);
  const read = () => getTaskResult({ ctx, input, beforeLarge });
  if (!waitSeconds) return read();
  using _ = live.callLimit.open(accountId);
  const result = await read();
  if (result.status !== "processing" || (sinceVersion ?? result.version) !== result.version) return result;
  const end = AbortSignal.any([AbortSignal.timeout(waitSeconds * 1_000), call.disconnected(), live.stopping]);
  for await (const version of live.calls.changes({ taskId, accountId, keyId }, end, result.version)) {
    if (version === null) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
    break;
  }
  return read();
}

/**
 * A body as it arrived, with numbers as they were sent and without the value of any property clientKey. `text` is a
 * JSON object.
 */
function echo(text: string): { request: Record<string, unknown> } {
  return { request: withoutKeys(parseExactJson(text)) as Record<string, unknown> };
}

function withoutKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map(withoutKeys);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === "clientKey" ? hiddenKey : withoutKeys(member)]),
  );
}
