import type { ErrorCode } from "@gatepost/contract/errors";
import { isSuspended } from "@gatepost/domain/accounts/account-limits";
import { openShareLink } from "@gatepost/domain/applications/share-links";
import type { Actor, Context } from "@gatepost/domain/platform/context";
import { DomainError, isDomainError, isInvalidProperty } from "@gatepost/domain/platform/errors";
import { currentRequestId, log } from "@gatepost/domain/platform/log";
import { traced } from "@gatepost/domain/platform/observations";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { initTRPC, type TRPC_ERROR_CODE_KEY, TRPCError } from "@trpc/server";
import { sessionOf } from "../auth/auth.ts";
import { logFault } from "../http/answer.ts";
import { callerAddress } from "../http/caller-address.ts";
import { refuseUnstorable } from "../http/check-request.ts";
import { originOf } from "../http/origin.ts";
import { addressCaller, type RateLimiter } from "../http/rate-limit.ts";
import { notSignedIn } from "../live/follow.ts";
import type { LiveFeeds } from "../live/live-feeds.ts";
import { getContainer } from "../opened-container.ts";
import { shareHeader, transformer } from "./transport.ts";

/** Who calls the portal: a signed-in user, the holder of a share link, or a visitor. */
export type PortalActor = Extract<Actor, { kind: "person" | "link" | "visitor" }>;

export interface PortalContext {
  /** Passed to the domain. */
  verb: Context<PortalActor>;
  limiter: RateLimiter;
  address: string;
  /** The site's origin as the caller knows it. */
  origin?: string | undefined;
  live: LiveFeeds;
  sessionId: string | null;
  /** Whether the call is one of a shared page, whose link may have been revoked since. */
  isShared?: boolean | undefined;
}

/** The context of a request, or of a page that is rendered for it. */
export async function portalContext(headers: Headers): Promise<PortalContext> {
  const { app, limiter, live } = getContainer();
  const address = callerAddress(headers);
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
    isShared: shared !== null,
  };
}

const t = initTRPC.context<PortalContext>().create({
  transformer,
  // Proxies close connections that are silent, and a client notices so that its own is gone.
  sse: { ping: { enabled: true, intervalMs: 10_000 }, client: { reconnectAfterInactivityMs: 25_000 } },
  errorFormatter({ shape, error }) {
    const known = isDomainError(error.cause) ? error.cause : null;
    const fields = known ? refusedFields(known) : [];
    const only = fields.length === 1 ? fields[0] : undefined;
    const { stack: _, ...data } = shape.data;
    // The message of an unexpected error is not shown, because it may quote values.
    const message = known || error.code !== "INTERNAL_SERVER_ERROR" ? shape.message : unexpected();
    return {
      ...shape,
      message: only?.sentence ?? (error.code === "BAD_REQUEST" && !known ? "The call cannot be read." : message),
      data: { ...data, errorCode: known?.code ?? null, fields },
    };
  },
});

/** The properties of the input that an error is about, with the sentences that a form shows beside their fields. */
function refusedFields(error: DomainError): { property: string; sentence: string }[] {
  const refused = isInvalidProperty(error) ? error.all : [];
  const { problems = [] } = error.details;
  // Others are of a template's steps, which the editor shows at their places.
  const ofFields = problems.every(({ path }) => /^\w+$/.test(path)) ? problems : [];
  return [
    ...refused.map(({ property, sentence }) => ({ property, sentence })),
    ...ofFields.map(({ path, message }) => ({ property: path, sentence: message })),
  ];
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
    log(event, { outcome: result.ok ? "done" : refused ? "refused" : "failed", address: ctx.address });
    return result;
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

export const anybody = t.procedure.use(mapped).use(limited).use(storable);

const linkEnded = {
  code: "FORBIDDEN",
  message: "This link no longer works. Ask the person who sent it to you for a new one.",
} as const;

/** For signed-in users and holders of a share link: the domain checks what each may read. */
export const reader = anybody.use(({ ctx, next }) => {
  if (ctx.verb.actor.kind === "visitor") throw new TRPCError(ctx.isShared ? linkEnded : notSignedIn);
  return next();
});

/** For signed-in users. The user of a suspended account can read, and cannot change anything. */
export const signedIn = anybody.use(async ({ ctx, next, type }) => {
  const { actor } = ctx.verb;
  if (actor.kind !== "person") throw new TRPCError(notSignedIn);
  if (type === "mutation" && (await isSuspended(ctx.verb, actor.accountId)))
    throw new DomainError("ERROR_ACCOUNT_SUSPENDED");
  return next({ ctx: { ...ctx, verb: { ...ctx.verb, actor }, accountId: actor.accountId } });
});

/** The tRPC code of each domain error; the domain's own code is passed on too. */
export const trpcCodes: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  ERROR_KEY_DOES_NOT_EXIST: "UNAUTHORIZED",
  ERROR_NO_SLOT_AVAILABLE: "CONFLICT",
  ERROR_ZERO_BALANCE: "PRECONDITION_FAILED",
  ERROR_IP_NOT_ALLOWED: "FORBIDDEN",
  ERROR_NO_SUCH_METHOD: "NOT_FOUND",
  ERROR_NO_SUCH_CAPCHA_ID: "NOT_FOUND",
  ERROR_TASK_ABSENT: "BAD_REQUEST",
  ERROR_TASK_NOT_SUPPORTED: "BAD_REQUEST",
  ERROR_INCORRECT_SESSION_DATA: "BAD_REQUEST",
  ERROR_ACCOUNT_SUSPENDED: "FORBIDDEN",
  ERROR_TEMPLATE_NOT_FOUND: "NOT_FOUND",
  ERROR_TASK_CANCELED: "CONFLICT",
  ERROR_ACCESS_DENIED: "FORBIDDEN",
  ERROR_BAD_REQUEST: "BAD_REQUEST",
  ERROR_REQUEST_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  ERROR_TOO_MANY_REQUESTS: "TOO_MANY_REQUESTS",
  ERROR_SERVICE_UNAVAILABLE: "SERVICE_UNAVAILABLE",
  ERROR_VARIABLE_NOT_EXPECTED: "CONFLICT",
  ERROR_VARIABLE_ALREADY_SET: "CONFLICT",
  ERROR_VARIABLE_REFUSED: "CONFLICT",
  ERROR_TASK_FINISHED: "CONFLICT",
  ERROR_WEBSITE_NOT_ALLOWED: "BAD_REQUEST",
  ERROR_VARIABLE_TIMEOUT: "CONFLICT",
  ERROR_STEP_FAILED: "CONFLICT",
  ERROR_WORKER_LOST: "CONFLICT",
  ERROR_TASK_TIMEOUT: "CONFLICT",
  ERROR_INTERNAL: "INTERNAL_SERVER_ERROR",
};

/** A procedure that calls a verb with its caller and its input. */
export const asCaller =
  <Ctx, Input, Output>(verb: (asked: { ctx: Ctx; input: Input }) => Output) =>
  ({ ctx, input }: { ctx: { verb: Ctx }; input: Input }): Output =>
    verb({ ctx: ctx.verb, input });

/** A procedure that calls a verb about an account with the caller's own account, and with its input, if it has one. */
export function forAccount<Ctx, Input extends { accountId: number }, Output>(
  verb: (asked: { ctx: Ctx; input: Input }) => Output,
) {
  type Given = keyof Input extends "accountId" ? unknown : Omit<Input, "accountId">;
  return ({ ctx, input }: { ctx: { verb: Ctx; accountId: number }; input: Given }): Output =>
    verb({ ctx: ctx.verb, input: { ...(input as object), accountId: ctx.accountId } as Input });
}
