import { type AfterLoss, afterLoss, type ErrorCode, type ErrorDetails, type MethodName } from "./methods.ts";

export interface GatepostOptions {
  /** The installation's address, with or without a path: `https://gatepost.example.com`. */
  baseUrl: string;
  /** The account key. */
  clientKey: string;
  /**
   * Seconds for which a call is repeated while the service is busy or cannot be reached, from its first failure on; 30 by default, 0:
   * never. A call whose response was lost is repeated only if it cannot be done twice.
   */
  retrySeconds?: number | undefined;
  /** Sends HTTP requests; by default the platform's own fetch. */
  fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  /** Of createTask and pushAntiGateVariable: calls with the same key are done once. By default, each call has its own. */
  idempotencyKey?: string | undefined;
  /** Gives the call up. */
  signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  retrySeconds?: number | undefined;
}

/** A refused call, or a failed task. */
export class GatepostError extends Error {
  readonly errorId: number;
  /** A code of the error table; a newer server may have more of them. */
  readonly errorCode: ErrorCode | (string & {});
  readonly errorDescription: string;
  /** The HTTP status: 200 if the call reached its method. */
  readonly status: number;
  /** Seconds after which to retry, if the server says so. */
  readonly retryAfter: number | undefined;
  /** The task that the call was about. */
  readonly taskId: number | undefined;
  readonly details: ErrorDetails;

  constructor(refusal: Refusal) {
    super(`${refusal.errorCode}: ${refusal.errorDescription}`);
    this.name = "GatepostError";
    this.errorId = refusal.errorId;
    this.errorCode = refusal.errorCode;
    this.errorDescription = refusal.errorDescription;
    this.status = refusal.status;
    this.retryAfter = refusal.retryAfter;
    this.taskId = refusal.taskId;
    const { problems, failure, partial } = refusal;
    this.details = { ...(problems && { problems }), ...(failure && { failure }), ...(partial && { partial }) };
  }
}

interface Refusal extends ErrorDetails {
  errorId: number;
  errorCode: string;
  errorDescription: string;
  status: number;
  retryAfter?: number | undefined;
  taskId?: number | undefined;
}

/** Something else than Gatepost answered, such as a proxy whose server is down. */
class ForeignAnswer extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(name: MethodName, status: number, retryAfter: number | undefined, redirectedTo?: string) {
    const what = redirectedTo ? ` after a redirect to ${redirectedTo}` : ", and not an answer of Gatepost";
    super(`${name}: HTTP ${status}${what}. Check the base URL.`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The service answers a call at once, or within the `waitSeconds` that it asks for; a connection can hang. */
const answerSeconds = 60;

/** A body of this many UTF-16 units can exceed the 256 KiB that a call may have without the key in a header. */
const largeBody = (256 * 1024) / 3;

/** Seconds before the first retry, which double each time, and at most. */
const pauses = { first: 0.25, longest: 8 };

/**
 * Calls a method, and resolves with the success body. Rejects with GatepostError if the service refused the call, with the signal's
 * reason if it was given up, and otherwise with fetch's own error, or an ordinary one if the response was not Gatepost's.
 *
 * @internal
 */
export async function call(
  client: GatepostOptions,
  name: MethodName,
  request: { taskId?: unknown; waitSeconds?: unknown } = {},
  { idempotencyKey, signal, retrySeconds = client.retrySeconds ?? 30 }: CallOptions = {},
): Promise<unknown> {
  // The key comes last, because a model chooses the arguments that an agent passes on.
  const body = JSON.stringify({ ...request, clientKey: client.clientKey });
  const key = idempotencyKey ?? (afterLoss[name] === "with key" ? newKey() : undefined);
  // Throws for what no header can have. fetch would fail as it does for a lost connection, and the call would be repeated.
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json",
    ...(key !== undefined && { "idempotency-key": key }),
    ...(body.length > largeBody && { authorization: `Bearer ${client.clientKey}` }),
  });
  const url = `${client.baseUrl.replace(/\/+$/, "")}/${name}`;
  const send = client.fetch ?? fetch;

  async function attempt(): Promise<unknown> {
    const timeout = AbortSignal.timeout((answerSeconds + heldSeconds(request)) * 1_000);
    const response = await send(url, { method: "POST", headers, body, signal: either(timeout, signal) });
    const text = await response.text().catch((cause) => {
      throw new Error(`${name}: the answer broke off.`, { cause });
    });
    const answer = parsed(text);
    const seconds = Number(response.headers.get("retry-after"));
    const retryAfter = seconds > 0 ? seconds : undefined;
    // As from http to https: what is redirected goes on as a GET, which no method answers.
    const redirectedTo = response.redirected && response.status === 405 ? response.url : undefined;
    if (typeof answer?.errorId !== "number" || redirectedTo !== undefined)
      throw new ForeignAnswer(name, response.status, retryAfter, redirectedTo);
    if (answer.errorId === 0) return answer;
    const taskId = Number(request.taskId) || undefined;
    throw new GatepostError({ ...(answer as Refusal), status: response.status, retryAfter, taskId });
  }

  // From the first failure on: the service may have held the call for longer than it is repeated.
  let until: number | undefined;
  for (let failed = 0; ; failed += 1) {
    try {
      signal?.throwIfAborted();
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      until ??= performance.now() + retrySeconds * 1_000;
      const seconds = secondsBefore(error, failed);
      if (!isTemporary(error, afterLoss[name]) || performance.now() + seconds * 1_000 > until) throw error;
      await pause(seconds * 1_000, signal);
    }
  }
}

/** How long the service may hold the answer. It refuses what is no such time, at once. */
function heldSeconds({ waitSeconds }: { waitSeconds?: unknown }): number {
  const seconds = Number(waitSeconds);
  return seconds > 0 && seconds < 3_600 ? seconds : 0;
}

/** An Idempotency-Key. Not a UUID, because browsers make none for a page over plain HTTP. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Whether the same call may succeed, and repeating it is safe. */
function isTemporary(error: unknown, lost: AfterLoss): boolean {
  // Nothing was done.
  if (error instanceof GatepostError) return error.status === 429 || error.status === 503;
  if (lost === "give up") return false;
  return error instanceof ForeignAnswer ? [429, 502, 503, 504].includes(error.status) : true;
}

/** As long as the server asks for; otherwise twice as long each time, less up to half, so that callers do not come all at once. */
function secondsBefore(error: unknown, failed: number): number {
  if ((error instanceof GatepostError || error instanceof ForeignAnswer) && error.retryAfter) return error.retryAfter;
  return Math.min(pauses.first * 2 ** failed, pauses.longest) * (1 - Math.random() / 2);
}

/** @internal */
export const either = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one;

/** @internal */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", give);
      resolve();
    }, ms);
    if (signal?.aborted) give();
    else signal?.addEventListener("abort", give, { once: true });
  });
}

function parsed(text: string): { errorId?: unknown } | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
