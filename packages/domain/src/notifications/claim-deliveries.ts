import type { EventFormat } from "@gatepost/contract/events";
import type { AppContext, Args, Context } from "../platform/context.ts";
import { DomainError, isDomainError } from "../platform/errors.ts";
import { requireWorker, type WorkerContext } from "../platform/permission.ts";
import { isUnavailable } from "../platform/unavailable.ts";
import type { Vault } from "../platform/vault.ts";
import { readTaskResult, type TaskResult } from "../tasks/get-task-result.ts";
import { callbackSecretOf, newCallbackSecret } from "./callback-secret.ts";
import { endpointSecretOf } from "./endpoints.ts";
import { type EventContent, readEventContent } from "./event-content.ts";
import { type ClaimDeliveriesRow, claimDeliveriesSql } from "./sql/claim-deliveries.sql.ts";
import { recordDeliverySql } from "./sql/record-delivery.sql.ts";

interface Attempt {
  deliveryId: number;
  accountId: number;
  url: string;
  /** The same for every attempt, and unique to this delivery. */
  messageId: string;
  /** The secrets to sign it with, the newest first. Empty if they cannot be decrypted; then it must not be sent. */
  secrets: readonly string[];
  /** From 1. */
  attempt: number;
  secondsSinceEvent: number;
}

/** A callback to the URL that a task was created with. */
interface CallbackDelivery extends Attempt {
  kind: "callback";
  event: "end" | "waiting" | "reminder";
  taskId: number;
  /** At the time of the attempt, as getTaskResult returns it, or the error that it throws. */
  result: TaskResult | DomainError;
}

/** An event for an endpoint of the account. */
interface EventDelivery extends Attempt {
  kind: "event";
  taskId: number | null;
  format: EventFormat;
  /** When it happened, in Unix seconds. */
  occurred: number;
  content: EventContent;
}

export type Delivery = CallbackDelivery | EventDelivery;

/** Seconds after which a claimed delivery of a lost worker is claimed by another. */
const claimSeconds = 120;

/** Deliveries of one account that a worker has under way at once, so that a silent receiver delays its own account only. */
const maxOfAccount = 4;

/**
 * Claims up to `limit` callbacks and events that are due, the longest due first, and few of one account; `underWay` has the
 * account of each that the caller already sends. One about a wait that has ended is dropped, and one whose content cannot be
 * read now is left for later. Call recordDelivery for each; otherwise another worker tries it again.
 */
export async function claimDeliveries({
  ctx,
  input,
}: Args<{ limit: number; underWay?: readonly number[] }>): Promise<Delivery[]> {
  const worker = requireWorker(ctx);
  const { limit, underWay = [] } = input;
  const rows = await ctx.db.run(claimDeliveriesSql, { limit, underWay, claimSeconds, maxOfAccount });
  const read = await Promise.all(rows.map(async (row) => ({ row, delivery: await readDelivery(worker, row) })));
  await Promise.all(read.map(({ row, delivery }) => (delivery === null ? dropDelivery(ctx, row) : undefined)));
  const open = read.flatMap(({ delivery }) => delivery ?? []);
  const ofCallbacks = await signingSecrets(worker, [
    ...new Set(open.flatMap((one) => (one.kind === "callback" ? one.accountId : []))),
  ]);
  const ofEndpoints = await endpointSecrets(worker, [
    ...new Set(open.flatMap((one) => (one.kind === "event" ? one.endpointId : []))),
  ]);
  return open.map((one): Delivery => {
    if (one.kind === "callback") return { ...one, secrets: ofCallbacks.get(one.accountId) ?? [] };
    const { endpointId, ...event } = one;
    return { ...event, secrets: ofEndpoints.get(endpointId) ?? [] };
  });
}

type Unsigned = Omit<CallbackDelivery, "secrets"> | (Omit<EventDelivery, "secrets"> & { endpointId: number });

/** Null: nobody needs it any more. Undefined: the object store, which has a part of it, cannot be reached. */
async function readDelivery(ctx: WorkerContext, row: ClaimDeliveriesRow): Promise<Unsigned | null | undefined> {
  const { deliveryId, accountId, taskId, url, event, wait, endpointId, format, linkOrigin, occurred } = row;
  if (url === null) return null;
  const attempt = { deliveryId, accountId, url, attempt: row.attempt, secondsSinceEvent: row.secondsSinceEvent };
  if (endpointId !== null) {
    const ofEvent = { ...attempt, kind: "event" as const, taskId, endpointId, occurred, format: format ?? "standard" };
    const messageId = `msg_${taskId ?? "test"}_${event}_${deliveryId}`;
    if (taskId === null) return { ...ofEvent, messageId, content: { type: "test" } };
    const content = await readEventContent(ctx, { accountId, endpointId, taskId, event, wait, linkOrigin });
    return content && { ...ofEvent, messageId, content };
  }
  if (taskId === null || event === "test") return null;
  const result = await resultOf(ctx, { accountId, taskId });
  if (isDomainError(result) && result.code === "ERROR_SERVICE_UNAVAILABLE") return undefined;
  if (event !== "end" && isOver(wait, result)) return null;
  const messageId = `msg_${taskId}_${event === "end" ? event : `${event}_${deliveryId}`}`;
  return { ...attempt, kind: "callback", event, taskId, messageId, result };
}

/** Whether the wait that a callback announces has ended, so that nobody can answer it any more. */
function isOver(wait: string | null, result: CallbackDelivery["result"]): boolean {
  return isDomainError(result) || result.status !== "processing" || result.version !== wait;
}

function dropDelivery(ctx: Context, { deliveryId, attempt, event }: ClaimDeliveriesRow) {
  const what =
    event === "waiting" || event === "reminder"
      ? "the wait ended before the callback was delivered"
      : "there is no receiver any more";
  const nothing = { status: null, duration: null, excerpt: null, pauseSeconds: null };
  return ctx.db.run(recordDeliverySql, { deliveryId, attempt, problem: what, ...nothing });
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

/**
 * The secrets that sign the callbacks of each of these accounts, the newest first. An account without one gets one, so that
 * no callback is sent unsigned. The list is empty if the secrets cannot be decrypted, for example after damage on disk.
 */
export async function signingSecrets(
  { db, vault }: WorkerContext,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (accountIds.length === 0) return new Map();
  const find = () => db.prisma.callbackSecret.findMany({ where: { accountId: { in: [...accountIds] } } });
  let rows = await find();
  const known = new Set(rows.map(({ accountId }) => accountId));
  const without = accountIds.filter((accountId) => !known.has(accountId));
  if (without.length > 0) {
    await db.prisma.callbackSecret.createMany({
      data: without.map((accountId) => ({
        accountId,
        secret: new Uint8Array(vault.seal(newCallbackSecret(), callbackSecretOf(accountId))),
      })),
      // If another worker has created one meanwhile, that one is used.
      skipDuplicates: true,
    });
    rows = await find();
  }
  const now = new Date();
  return new Map(
    rows.map(({ accountId, secret, previous, previousUntil }) => {
      const sealed = previous && previousUntil && previousUntil > now ? [secret, previous] : [secret];
      return [accountId, open(vault, accountId, sealed)];
    }),
  );
}

function open(vault: Vault, accountId: number, sealed: readonly Uint8Array[]): string[] {
  try {
    return sealed.map((one) => vault.open(one, callbackSecretOf(accountId)));
  } catch {
    return [];
  }
}

/**
 * The secrets that sign the deliveries to each of these endpoints, the newest first. The list is empty if they cannot be
 * decrypted, for example after damage on disk.
 */
export async function endpointSecrets(
  { db, vault }: WorkerContext,
  endpointIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db.prisma.eventEndpoint.findMany({ where: { id: { in: [...endpointIds] } } });
  const now = new Date();
  return new Map(
    rows.map(({ id, accountId, secret, previous, previousUntil }) => {
      const sealed = previous && previousUntil && previousUntil > now ? [secret, previous] : [secret];
      try {
        return [id, sealed.map((one) => vault.open(one, endpointSecretOf(accountId)))];
      } catch {
        return [id, []];
      }
    }),
  );
}
