import { isSuspended } from "@gatepost/domain/account/is-suspended";
import type { Actor } from "@gatepost/domain/actor";
import type { Context } from "@gatepost/domain/context";
import { DomainError, isDomainError, isInvalidProperty } from "@gatepost/domain/errors";
import { currentRequestId } from "@gatepost/domain/request-id";
import { openShareLink } from "@gatepost/domain/share/open-share-link";
import { traced } from "@gatepost/domain/traced";
import { isUnavailable } from "@gatepost/domain/unavailable";
import { initTRPC, TRPCError } from "@trpc/server";
import { shareHeader } from "../trpc/share-header.ts";
import { transformer } from "../trpc/transformer.ts";
import { sessionOf } from "./auth.ts";
import { callerAddress } from "./caller-address.ts";
import { openContainer } from "./container.ts";
import { logFault } from "./fault.ts";
import type { LiveFeeds } from "./live/live-feeds.ts";
import { logEvent } from "./log-event.ts";
import { originOf } from "./origin.ts";
import { addressCaller, type RateLimiter } from "./rate-limit.ts";
import { refuseUnstorable } from "./storable-text.ts";
import { trpcCodes } from "./trpc-errors.ts";

/** Who calls the portal: a signed-in user, the holder of a share link, or a visitor. */
export type PortalActor = Extract<Actor, { kind: "session" | "link" | "visitor" }>;

export interface PortalContext {
  /** Passed to the domain. */
  verb: Context<PortalActor>;
  limiter: RateLimiter;
  address: string;
  /** The site's origin as the caller knows it. */
  origin?: string | undefined;
  live: LiveFeeds;
  /** The session of this request, if there is one. */
  sessionId: string | null;
}

/** The context of a request, or of a page that is rendered for it. */
export async function portalContext(headers: Headers): Promise<PortalContext> {
  const { app, limiter, live } = openContainer();
  const address = callerAddress((name) => headers.get(name));
  const shared = headers.get(shareHeader);
  const session = shared === null ? await sessionOf(headers) : null;
  const actor = shared === null ? session?.actor : await openShareLink({ app, token: shared });
  return {
    verb: { ...app, actor: actor ?? { kind: "visitor" } },
    limiter,
    address,
    origin: originOf(headers),
    live,
    sessionId: session?.sessionId ?? null,
  };
}

const t = initTRPC.context<PortalContext>().create({
  transformer,
  // Proxies close connections that are silent, and a client notices so that its own is gone.
  sse: { ping: { enabled: true, intervalMs: 10_000 }, client: { reconnectAfterInactivityMs: 25_000 } },
  errorFormatter({ shape, error }) {
    const known = isDomainError(error.cause) ? error.cause : null;
    const refused = known && refusedField(known);
    const { stack: _, ...data } = shape.data;
    // The message of an unexpected error is not shown, because it may quote values.
    const message = known || error.code !== "INTERNAL_SERVER_ERROR" ? shape.message : unexpected();
    return {
      ...shape,
      message: refused?.sentence ?? (error.code === "BAD_REQUEST" && !known ? "The call cannot be read." : message),
      data: { ...data, errorCode: known?.code ?? null, field: refused?.property ?? null },
    };
  },
});

/** The property of the input that an error is about, with the sentence that a form shows beside its field. */
function refusedField(error: DomainError): { property: string; sentence: string } | null {
  if (isInvalidProperty(error)) return error;
  const [problem] = error.details.problems ?? [];
  return problem && /^\w+$/.test(problem.path) ? { property: problem.path, sentence: problem.message } : null;
}

function unexpected(): string {
  const requestId = currentRequestId();
  const reference = requestId && ` If it fails again, give the operator the reference ${requestId}.`;
  return `The service failed. Try again.${reference ?? ""}`;
}

/** Responds 503 if the error says that the database is unavailable; otherwise throws the error itself. */
export function refuseUnavailable(error: unknown): never {
  if (!isUnavailable(error)) throw error;
  throw new TRPCError({
    code: "SERVICE_UNAVAILABLE",
    message: "The database is unavailable. Try again in a moment.",
    cause: error as Error,
  });
}

/** Domain errors keep their code and sentence. */
function throwIfKnown(cause: unknown): void {
  if (isUnavailable(cause)) refuseUnavailable(cause);
  if (isDomainError(cause)) throw new TRPCError({ code: trpcCodes[cause.code], message: cause.message, cause });
}

/** Other errors are logged, and their message is not returned. */
const mapped = t.middleware(async ({ next, path, type }) => {
  const facts = { method: path, requestId: currentRequestId() };
  // A subscription lasts as long as its page.
  const result = await (type === "subscription" ? next() : traced("request", facts, () => next()));
  if (!result.ok) {
    throwIfKnown(result.error.cause);
    if (result.error.code === "INTERNAL_SERVER_ERROR") logFault("trpc", result.error.cause, { path });
    return result;
  }
  if (type !== "subscription") return result;
  return { ...result, data: mappedEvents(result.data as AsyncIterable<unknown>, path) };
});

/** The events of a subscription, which can still fail after it has begun. */
async function* mappedEvents(events: AsyncIterable<unknown>, path: string): AsyncGenerator<unknown> {
  try {
    yield* events;
  } catch (error) {
    throwIfKnown(error);
    if (!(error instanceof TRPCError)) logFault("trpc", error, { path });
    throw error;
  }
}

/** A page sends a handful of calls at a time; an address that sends hundreds has to wait. */
const limited = t.middleware(async ({ ctx, next }) => {
  if ((await ctx.limiter.take(addressCaller(ctx.address))) > 0) throw new DomainError("ERROR_TOO_MANY_REQUESTS");
  return next();
});

const storable = t.middleware(async ({ getRawInput, next }) => {
  refuseUnstorable(await getRawInput());
  return next();
});

/** Logs the outcome of a call and the caller's address, so that an operator can look it up later. */
export const logged = (event: string) =>
  t.middleware(async ({ ctx, next }) => {
    const result = await next();
    // An outer middleware gives domain errors their tRPC code.
    const refused = !result.ok && (isDomainError(result.error.cause) || result.error.code !== "INTERNAL_SERVER_ERROR");
    logEvent(event, { outcome: result.ok ? "done" : refused ? "refused" : "failed", address: ctx.address });
    return result;
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Open to anybody. */
export const anybody = t.procedure.use(mapped).use(limited).use(storable);

/** For signed-in users and holders of a share link: the domain checks what each may read. */
export const reader = anybody.use(({ ctx, next }) => {
  if (ctx.verb.actor.kind === "visitor") throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
  return next();
});

/** For signed-in users. The user of a suspended account can read, and cannot change anything. */
export const signedIn = anybody.use(async ({ ctx, next, type }) => {
  const { actor } = ctx.verb;
  if (actor.kind !== "session") throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
  if (type === "mutation" && (await isSuspended(ctx.verb, actor.accountId)))
    throw new DomainError("ERROR_ACCOUNT_SUSPENDED");
  return next({ ctx: { ...ctx, verb: { ...ctx.verb, actor }, accountId: actor.accountId } });
});
