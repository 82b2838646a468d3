import { type EventFormat, eventFormats } from "@gatepost/contract/events";
import type { Wait } from "@gatepost/contract/running-task";
import { type AppContext, type Args, requireWorker, type WorkerContext } from "../platform/context.ts";
import { DomainError, isDomainError } from "../platform/errors.ts";
import { isUnavailable } from "../platform/unavailable.ts";
import { type Bound, hashToken, newToken, type Vault } from "../platform/vault.ts";
import { readTaskResult, type TaskResult } from "../tasks/get-task-result.ts";
import { getTaskSql } from "../tasks/sql/get-task.sql.ts";
import { type Attempt, type Claimed, claimFromOutbox, recordDelivery } from "./outbox.ts";
import { insertDeliveryLinkSql } from "./sql/insert-delivery-link.sql.ts";
import { callbackSecretOf, endpointSecretOf, unshownSecret } from "./webhooks.ts";

interface Webhook extends Attempt {
  accountId: number;
  url: string;
  /** The same for every attempt, and unique to this delivery. */
  messageId: string;
  /** The secrets to sign it with, the newest first. Empty if they cannot be decrypted; then it must not be sent. */
  secrets: readonly string[];
}

/** A callback to the URL that a task was created with. */
interface CallbackDelivery extends Webhook {
  kind: "callback";
  event: "end" | "waiting" | "reminder";
  taskId: number;
  /** At the time of the attempt, as getTaskResult returns it, or the error that it throws. */
  result: TaskResult | DomainError;
}

/** An event for an endpoint of the account. */
export interface EventDelivery extends Webhook {
  kind: "event";
  taskId: number | null;
  format: EventFormat;
  /** When it happened, in Unix seconds. */
  occurred: number;
  content: EventContent;
}

export type Delivery = CallbackDelivery | EventDelivery;

/** Deliveries of one account that a worker has under way at once. */
const maxOfAccount = 4;

/**
 * Claims up to `limit` callbacks and events that are due; `underWay` has the account of each that the caller already sends. One
 * about a wait that has ended is dropped, and one whose content cannot be read now is left for later. Call recordDelivery for each.
 */
export async function claimDeliveries({
  ctx,
  input: { limit, underWay = [] },
}: Args<{ limit: number; underWay?: readonly number[] }>): Promise<Delivery[]> {
  const worker = requireWorker(ctx);
  const claimed = await claimFromOutbox(ctx, { channel: "webhook", limit, maxOfAccount, underWay });
  const callers = claimed.flatMap(({ endpointId, accountId }) => (endpointId === null ? accountId : []));
  const secrets = await signingSecrets(worker, [...new Set(callers)]);
  const endpoints = await readEndpoints(worker, [...new Set(claimed.flatMap(({ endpointId }) => endpointId ?? []))]);
  const read = claimed.map(async (one) => {
    const delivery =
      one.endpointId === null
        ? await readCallback(worker, one, secrets.get(one.accountId) ?? [])
        : await readEvent(worker, one, endpoints.get(one.endpointId));
    if (delivery === null)
      await recordDelivery({ ctx, input: { delivery: one, problem: whyDropped(one), retryIn: null } });
    return delivery ?? [];
  });
  return (await Promise.all(read)).flat();
}

/** Null: nobody needs it any more. Undefined: the object store, which has a part of it, cannot be reached. */
async function readCallback(
  ctx: WorkerContext,
  claimed: Claimed,
  secrets: readonly string[],
): Promise<CallbackDelivery | null | undefined> {
  const { deliveryId, accountId, taskId, event, wait, callbackUrl: url } = claimed;
  if (url === null || taskId === null || event === "test" || event === "control" || event === "report") return null;
  const result = await resultOf(ctx, { accountId, taskId });
  if (isDomainError(result) && result.code === "ERROR_SERVICE_UNAVAILABLE") return undefined;
  if (event !== "end" && isOver(wait, result)) return null;
  const messageId = `msg_${taskId}_${event === "end" ? event : `${event}_${deliveryId}`}`;
  return { ...claimed, kind: "callback", event, taskId, url, messageId, secrets, result };
}

/** Null: nobody needs it any more. */
async function readEvent(
  ctx: WorkerContext,
  claimed: Claimed,
  endpoint: Endpoint | undefined,
): Promise<EventDelivery | null> {
  const { deliveryId, accountId, taskId, event, wait } = claimed;
  if (!endpoint || event === "report") return null;
  const { endpointId, linkOrigin, ...receiver } = endpoint;
  const content: EventContent | null =
    taskId === null || event === "test"
      ? { type: "test" }
      : await readEventContent(ctx, { accountId, endpointId, taskId, event, wait, linkOrigin });
  const messageId = `msg_${taskId ?? "test"}_${event}_${deliveryId}`;
  return content && { ...claimed, ...receiver, kind: "event", messageId, content };
}

/** Whether the wait that a callback announces has ended, so that nobody can answer it any more. */
function isOver(wait: string | null, result: CallbackDelivery["result"]): boolean {
  return isDomainError(result) || result.status !== "processing" || result.version !== wait;
}

function whyDropped({ event }: Claimed): string {
  return event === "waiting" || event === "reminder"
    ? "the wait ended before the callback was delivered"
    : "there is no receiver any more";
}

/** A result that cannot be decrypted, for example after damage on disk, must not hold up the others. */
async function resultOf(
  app: AppContext,
  delivery: { accountId: number; taskId: number },
): Promise<CallbackDelivery["result"]> {
  try {
    return await readTaskResult(app, delivery);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return isDomainError(error) ? error : new DomainError("ERROR_INTERNAL");
  }
}

/** The secrets that sign the callbacks of each of these accounts, the newest first. */
export async function signingSecrets({ db, vault }: WorkerContext, accountIds: readonly number[]) {
  if (accountIds.length === 0) return new Map<number, string[]>();
  const rows = await db.prisma.callbackSecret.findMany({ where: { accountId: { in: [...accountIds] } } });
  const stored = new Map(rows.map((row) => [row.accountId, openSecrets(vault, row, callbackSecretOf(row.accountId))]));
  return new Map(
    accountIds.map((accountId) => [accountId, stored.get(accountId) ?? [unshownSecret(vault, accountId)]]),
  );
}

type Endpoint = Pick<EventDelivery, "url" | "format" | "secrets"> & { endpointId: number; linkOrigin: string | null };

/** Where and how each of these endpoints gets its events. */
export async function readEndpoints(
  { db, vault }: WorkerContext,
  endpointIds: readonly number[],
): Promise<Map<number, Endpoint>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db.prisma.eventEndpoint.findMany({ where: { id: { in: [...endpointIds] } } });
  return new Map(
    rows.map((row) => {
      const { id: endpointId, accountId, url, linkOrigin } = row;
      const format = eventFormats.find((one) => one === row.format) ?? "standard";
      const secrets = openSecrets(vault, row, endpointSecretOf(accountId));
      return [endpointId, { endpointId, url, format, linkOrigin, secrets }];
    }),
  );
}

interface SealedSecrets {
  secret: Uint8Array;
  previous: Uint8Array | null;
  previousUntil: Date | null;
}

/** The newest first. The list is empty if they cannot be decrypted, for example after damage on disk. */
function openSecrets(vault: Vault, { secret, previous, previousUntil }: SealedSecrets, bound: Bound): string[] {
  const sealed = previous && previousUntil && previousUntil > new Date() ? [secret, previous] : [secret];
  try {
    return sealed.map((one) => vault.open(one, bound));
  } catch {
    return [];
  }
}

/** The content of an event at the time of an attempt. It never has a solution. */
export type EventContent =
  | { type: "test" }
  | (TaskFacts & { type: "task.waiting"; waiting: readonly Wait[]; answerUrl?: string; reminder?: true })
  | (TaskFacts & { type: "task.control"; control: string })
  | (TaskFacts & { type: "task.ready" })
  | (TaskFacts & { type: "task.failed"; errorCode: string; errorDescription: string });

interface TaskFacts {
  taskId: number;
  templateName: string;
  softId: number | null;
}

type EventRow = Pick<Claimed, "accountId" | "event" | "wait"> &
  Pick<Endpoint, "endpointId" | "linkOrigin"> & { taskId: number };

/**
 * Reads the content of an event; null if the wait that it announces has ended, or its task was deleted. `wait`: that wait; or who has
 * taken the page over or handed it back.
 */
export async function readEventContent(ctx: WorkerContext, row: EventRow): Promise<EventContent | null> {
  const { accountId, endpointId, taskId, event, wait, linkOrigin } = row;
  const [task] = await ctx.db.run(getTaskSql, { accountId, taskId, pictureSeconds: 0 });
  if (!task) return null;
  const { templateName, softId, state, errorCode, errorDescription } = task;
  const facts = { taskId, templateName, softId };
  if (event === "end") {
    if (state === "ready") return { type: "task.ready", ...facts };
    return {
      type: "task.failed",
      ...facts,
      errorCode: errorCode ?? "ERROR_INTERNAL",
      errorDescription: errorDescription ?? "",
    };
  }
  if (event === "control") return { type: "task.control", ...facts, control: wait ?? "" };
  if (state !== "waiting") return null;
  // A task that has failed meanwhile waits no more, and one that cannot be decrypted must not hold up the others.
  const result = await readTaskResult(ctx, { accountId, taskId }).catch((error) => {
    if (isUnavailable(error)) throw error;
    return null;
  });
  if (result?.status !== "processing" || result.version !== wait) return null;
  const { waiting } = result;
  const [first] = waiting;
  const answerUrl =
    linkOrigin !== null &&
    first &&
    `${linkOrigin}/answer/${await newLink(ctx, { accountId, endpointId, taskId, name: first.name })}`;
  const reminder = event === "reminder" && { reminder: true as const };
  return { type: "task.waiting", ...facts, waiting, ...(answerUrl && { answerUrl }), ...reminder };
}

/** A link is stored as its hash, so each attempt has its own. */
async function newLink(
  { db }: WorkerContext,
  of: { accountId: number; endpointId: number; taskId: number; name: string },
): Promise<string> {
  const token = newToken();
  await db.run(insertDeliveryLinkSql, { ...of, hash: hashToken(token) });
  return token;
}
