import type { EventFormat, EventName } from "@gatepost/contract/endpoint-events";
import { limits } from "@gatepost/contract/limits";
import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args, Context } from "../context.ts";
import { InvalidProperty, invalidProperty } from "../errors.ts";
import { logChange } from "../log-change.ts";
import { requireManager } from "../permission.ts";
import { websiteProblem } from "../task/egress.ts";
import { splitUserInfo } from "../task/user-info.ts";
import { newCallbackSecret } from "../webhook/callback-secret.ts";
import { endpointSecretOf } from "./endpoint-secret.ts";

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
export async function createEndpoint({
  ctx,
  input,
}: Args<CreateEndpointInput>): Promise<{ endpointId: number; secret: string }> {
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
