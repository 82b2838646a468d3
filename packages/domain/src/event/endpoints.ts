import { type EventFormat, type EventName, eventFormats, eventNames } from "@gatepost/contract/endpoint-events";
import { graceSeconds } from "@gatepost/contract/limits";
import type { Args, Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { logChange } from "../log-change.ts";
import { requireManager } from "../permission.ts";
import { newCallbackSecret } from "../webhook/callback-secret.ts";
import { endpointSecretOf } from "./endpoint-secret.ts";
import { rollEndpointSecretSql } from "./roll-endpoint-secret.sql.ts";

/** An endpoint without its secret, which is not read back. */
interface ListedEndpoint {
  endpointId: number;
  url: string;
  format: EventFormat;
  events: EventName[];
  /** Whether task.waiting has an answer link. */
  withLink: boolean;
  createdAt: Date;
  /** Deliveries are signed with the previous secret as well until then; null if they are not. */
  previousUntil: Date | null;
}

interface OfEndpoint {
  ctx: Context;
  input: { accountId: number; endpointId: number };
}

/** The endpoints of an account, the oldest first. Their number is limited. */
export async function listEndpoints({
  ctx,
  input: { accountId },
}: Args<{ accountId: number }>): Promise<ListedEndpoint[]> {
  requireManager(ctx, accountId);
  const rows = await ctx.db.prisma.eventEndpoint.findMany({
    where: { accountId },
    omit: { secret: true, previous: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, url, format, events, linkOrigin, createdAt, previousUntil }) => ({
    ...{ endpointId: id, url, createdAt, withLink: linkOrigin !== null },
    format: eventFormats.find((one) => one === format) ?? "standard",
    events: eventNames.filter((one) => events.includes(one)),
    previousUntil: previousUntil && previousUntil > new Date() ? previousUntil : null,
  }));
}

/** Creates a new secret and returns it. The previous one signs as well for another day. ERROR_BAD_REQUEST if there is no such endpoint. */
export async function rollEndpointSecret({
  ctx,
  input: { accountId, endpointId },
}: OfEndpoint): Promise<{ secret: string }> {
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
  await ctx.db.prisma.webhookDelivery.deleteMany({ where: { accountId, endpointId } });
  logChange(ctx, "event endpoint deleted", { accountId, endpointId });
}

export function noEndpoint(): DomainError {
  return new DomainError("ERROR_BAD_REQUEST", "Your account has no such endpoint.");
}
