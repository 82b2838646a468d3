import { randomBytes } from "node:crypto";
import { type EventFormat, type EventName, eventFormats, eventNames } from "@gatepost/contract/events";
import { graceSeconds, limits } from "@gatepost/contract/limits";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type Args, type Context, logChange, requireManager } from "../platform/context.ts";
import { splitUserInfo, websiteProblem } from "../platform/egress.ts";
import { DomainError, InvalidProperty, invalidProperty, readProperties } from "../platform/errors.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import type { Bound, Vault } from "../platform/vault.ts";
import { addTestSql } from "./sql/add-test.sql.ts";
import { deleteEndpointsSql } from "./sql/delete-endpoints.sql.ts";
import { listDeliveriesSql } from "./sql/list-deliveries.sql.ts";
import { rollCallbackSecretSql } from "./sql/roll-callback-secret.sql.ts";
import { rollEndpointSecretSql } from "./sql/roll-endpoint-secret.sql.ts";

/** Bytes of a secret; the scheme requires 24 to 64. */
const secretBytes = 32;

/** A secret in the notation of the Standard Webhooks scheme, which its libraries accept unchanged. */
const written = (secret: Buffer) => `whsec_${secret.toString("base64")}`;

const newCallbackSecret = () => written(randomBytes(secretBytes));

/** Signs the callbacks of an account that was never shown a secret, so that none is unsigned. Nobody knows it, so it is not stored. */
export const unshownSecret = (vault: Vault, accountId: number): string =>
  written(vault.fingerprint(accountId, callbackSecretOf(accountId)));

/** What a stored secret is bound to, whether it is the current or the previous one. */
export const callbackSecretOf = (accountId: number): Bound => [accountId, 0, "callback secret"];

/**
 * Describes the secret that the account was shown; null if it was never shown one. `previousUntil`: callbacks are signed with the
 * previous secret as well until then; null if they are not.
 */
export async function getCallbackSecret({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const found = await ctx.db.prisma.callbackSecret.findUnique({
    where: { accountId, shownAt: { not: null } },
    select: { createdAt: true, previousUntil: true },
  });
  if (!found) return null;
  const { createdAt, previousUntil } = found;
  return { createdAt, previousUntil: previousUntil && previousUntil > new Date() ? previousUntil : null };
}

/**
 * Creates a new secret for signing the account's callbacks and returns it; its plain text is stored nowhere. Callbacks are
 * signed with the previous secret too for `graceSeconds`. ERROR_BAD_REQUEST if there is no such account.
 */
export async function rollCallbackSecret({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const secret = newCallbackSecret();
  const sealed = ctx.vault.seal(secret, callbackSecretOf(accountId));
  await changeAccount(ctx, accountId, async (tx) => {
    await tx.run(rollCallbackSecretSql, { accountId, secret: sealed, graceSeconds });
  });
  return { secret };
}

interface WhichEndpoint {
  accountId: number;
  endpointId: number;
}

/**
 * The endpoints of an account, the oldest first, without their secrets, which are not read back. Their number is limited. `withLink`:
 * task.waiting has an answer link. `previousUntil`: deliveries are signed with the previous secret as well until then; null if they
 * are not.
 */
export async function listEndpoints({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const rows = await ctx.db.prisma.eventEndpoint.findMany({
    where: { accountId },
    omit: { secret: true, previous: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, url, format, events, linkOrigin, createdAt, previousUntil }) => ({
    endpointId: id,
    url,
    createdAt,
    withLink: linkOrigin !== null,
    format: eventFormats.find((one) => one === format) ?? "standard",
    events: eventNames.filter((one) => events.includes(one)),
    previousUntil: previousUntil && previousUntil > new Date() ? previousUntil : null,
  }));
}

/** Creates a new secret and returns it. The previous one signs as well for another day. ERROR_BAD_REQUEST if there is no such endpoint. */
export async function rollEndpointSecret({ ctx, input: { accountId, endpointId } }: Args<WhichEndpoint>) {
  requireManager(ctx, accountId);
  const secret = newCallbackSecret();
  const sealed = ctx.vault.seal(secret, endpointSecretOf(accountId));
  const [rolled] = await ctx.db.run(rollEndpointSecretSql, { accountId, endpointId, secret: sealed, graceSeconds });
  if (!rolled) throw noEndpoint();
  return { secret };
}

/** Deletes an endpoint with its deliveries; those that are due are not sent any more. ERROR_BAD_REQUEST if there is none. */
export async function deleteEndpoint({ ctx, input: { accountId, endpointId } }: Args<WhichEndpoint>): Promise<void> {
  requireManager(ctx, accountId);
  const deleted = await ctx.db.run(deleteEndpointsSql, { accountId, endpointId });
  if (deleted.length === 0) throw noEndpoint();
  logChange(ctx, "event endpoint deleted", { accountId, endpointId });
}

function noEndpoint(): DomainError {
  return new DomainError("ERROR_BAD_REQUEST", "Your account has no such endpoint.");
}

interface CreateEndpointInput {
  accountId: number;
  url: string;
  format: EventFormat;
  events: readonly EventName[];
  /** The site's origin, for an answer link in task.waiting; null: without a link. */
  linkOrigin: string | null;
}

/**
 * Registers an endpoint for events and returns its secret, whose plain text is stored nowhere. ERROR_BAD_REQUEST for a URL that
 * the egress policy closes, for none of the events, and at the limit of endpoints.
 */
export async function createEndpoint({ ctx, input }: Args<CreateEndpointInput>) {
  const { accountId, url, format, linkOrigin } = input;
  requireManager(ctx, accountId);
  const events = [...new Set(input.events)];
  readProperties({
    url: () => {
      const problem = urlProblem(ctx, url);
      if (problem) throw invalidProperty("url", problem);
    },
    events: () => {
      if (events.length === 0)
        throw new InvalidProperty("events", "events must name at least one event.", "Choose at least one event.");
    },
  });
  const secret = newCallbackSecret();
  const sealed = new Uint8Array(ctx.vault.seal(secret, endpointSecretOf(accountId)));
  const endpointId = await changeAccount(ctx, accountId, async (tx) => {
    requireBelowLimit(ctx, "eventEndpoints", await tx.eventEndpoint.count({ where: { accountId } }));
    const data = { accountId, url, format, events, linkOrigin, secret: sealed };
    return (await tx.eventEndpoint.create({ data, select: { id: true } })).id;
  });
  logChange(ctx, "event endpoint created", { accountId, endpointId });
  return { endpointId, secret };
}

function urlProblem({ settings }: Context, url: string): string | undefined {
  if (url.length > limits.urlLength) return `must have at most ${limits.urlLength.toLocaleString("en")} characters.`;
  const problem = websiteProblem(url, settings.egress);
  if (problem) return problem;
  return splitUserInfo(url).userInfo
    ? "must not hold a user name or password. Events are signed: verify their signature instead."
    : undefined;
}

/** What an endpoint's secret is bound to, whether it is the current or the previous one. */
export const endpointSecretOf = (accountId: number): Bound => [accountId, 0, "event endpoint"];

/**
 * The deliveries to an endpoint of the account, the latest first, each with the response to its last attempt; none to another
 * account's. `event`: waiting, ready, failed or test.
 */
export async function listDeliveries({ ctx, input }: Args<PageInput & WhichEndpoint>) {
  const { accountId, endpointId } = input;
  requireManager(ctx, accountId);
  return readPage(input, "deliveryId", (window) => ctx.db.run(listDeliveriesSql, { accountId, endpointId, ...window }));
}

/** Sends a test to an endpoint. ERROR_BAD_REQUEST if the account has no such endpoint. */
export async function testEndpoint({ ctx, input }: Args<WhichEndpoint>): Promise<void> {
  requireManager(ctx, input.accountId);
  const [queued] = await ctx.db.run(addTestSql, input);
  if (!queued) throw noEndpoint();
}

/**
 * Sends a delivery again, under the same id. ERROR_BAD_REQUEST if the account has no such delivery, or an attempt at it is still
 * to come.
 */
export async function replayDelivery({ ctx, input }: Args<{ accountId: number; deliveryId: number }>): Promise<void> {
  const { accountId, deliveryId } = input;
  requireManager(ctx, accountId);
  const { count } = await ctx.db.prisma.delivery.updateMany({
    where: { id: deliveryId, accountId, endpointId: { not: null }, nextAt: null },
    data: { nextAt: new Date(), deliveredAt: null },
  });
  if (count === 0)
    throw new DomainError("ERROR_BAD_REQUEST", "There is no such delivery, or another attempt at it is still to come.");
}
