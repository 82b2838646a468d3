import { type EventFormat, type EventName, eventFormats, eventNames } from "@gatepost/contract/events";
import { graceSeconds, limits } from "@gatepost/contract/limits";
import { lockAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type Args, type Context, logChange, requireManager } from "../platform/context.ts";
import { splitUserInfo, websiteProblem } from "../platform/egress.ts";
import { DomainError, InvalidProperty, invalidProperty } from "../platform/errors.ts";
import type { Bound } from "../platform/vault.ts";
import { newCallbackSecret } from "./callback-secret.ts";
import { rollEndpointSecretSql } from "./sql/roll-endpoint-secret.sql.ts";

interface OfEndpoint {
  ctx: Context;
  input: { accountId: number; endpointId: number };
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
export async function rollEndpointSecret({ ctx, input: { accountId, endpointId } }: OfEndpoint) {
  requireManager(ctx, accountId);
  const secret = newCallbackSecret();
  const sealed = ctx.vault.seal(secret, endpointSecretOf(accountId));
  const [rolled] = await ctx.db.run(rollEndpointSecretSql, { accountId, endpointId, secret: sealed, graceSeconds });
  if (!rolled) throw noEndpoint();
  return { secret };
}

/** Deletes an endpoint with its deliveries; those that are due are not sent any more. ERROR_BAD_REQUEST if there is none. */
export async function deleteEndpoint({ ctx, input: { accountId, endpointId } }: OfEndpoint): Promise<void> {
  requireManager(ctx, accountId);
  const { count } = await ctx.db.prisma.eventEndpoint.deleteMany({ where: { id: endpointId, accountId } });
  if (count === 0) throw noEndpoint();
  await ctx.db.prisma.delivery.deleteMany({ where: { accountId, endpointId } });
  logChange(ctx, "event endpoint deleted", { accountId, endpointId });
}

export function noEndpoint(): DomainError {
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
  const problem = urlProblem(ctx, url);
  if (problem) throw invalidProperty("url", problem);
  const events = [...new Set(input.events)];
  if (events.length === 0)
    throw new InvalidProperty("events", "events must name at least one event.", "Choose at least one event.");
  const secret = newCallbackSecret();
  const sealed = new Uint8Array(ctx.vault.seal(secret, endpointSecretOf(accountId)));
  const endpointId = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    requireBelowLimit(ctx, "eventEndpoints", { there: await tx.eventEndpoint.count({ where: { accountId } }) });
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
export function endpointSecretOf(accountId: number): Bound {
  return [accountId, 0, "event endpoint"];
}
