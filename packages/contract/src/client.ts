import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";
import type { PartialResult, TaskFailure } from "./methods/get-task-result.ts";
import { type MethodName, methodNames, methods } from "./methods.ts";
import type { Problem } from "./problems.ts";

interface ClientOptions {
  /** The installation's address, with or without a path prefix: `https://gatepost.example.com`. */
  baseUrl: string;
  /** The account key. */
  clientKey: string;
  /** The function that sends HTTP requests; by default the platform's own fetch. */
  fetch?: typeof fetch;
}

interface CallOptions {
  /** Makes retries safe, on createTask and pushAntiGateVariable. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A method's request without the key, which the client adds. */
export type RequestOf<Name extends MethodName> = Omit<z.input<(typeof methods)[Name]["request"]>, "clientKey">;

/** A method's success, `errorId: 0` included. */
export type ResponseOf<Name extends MethodName> = z.output<(typeof methods)[Name]["response"]>;

/** Any response, success or not, as received. */
interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  body: unknown;
}

type Arguments<Name extends MethodName> = keyof RequestOf<Name> extends never
  ? [request?: RequestOf<Name>, options?: CallOptions]
  : [request: RequestOf<Name>, options?: CallOptions];

/** A function for each documented method, and raw requests. */
export type Client = {
  [Name in MethodName]: (...given: Arguments<Name>) => Promise<ResponseOf<Name>>;
} & {
  /**
   * Sends a body as it is (a string or bytes unchanged, anything else as JSON; no key is added), and returns any
   * response.
   */
  raw(path: string, body: unknown, init?: { method?: string; headers?: Record<string, string> }): Promise<RawAnswer>;
};

/** What some errors tell beside the sentence. */
export interface ErrorDetails {
  /** Every problem of a document that saveTemplate refused. */
  problems?: readonly Problem[];
  /** Of a failed task: where it failed, and what it had read. */
  failure?: TaskFailure;
  partial?: PartialResult;
}

/** A refused call. */
export class GatepostError extends Error {
  readonly errorId: number;
  /** A code of the error table; a newer server may have more of them. */
  readonly errorCode: ErrorCode | (string & {});
  readonly errorDescription: string;
  /** The HTTP status: 200 if the call reached its method. */
  readonly status: number;
  /** Seconds after which to retry, if the server says so. */
  readonly retryAfter: number | undefined;
  readonly details: ErrorDetails;

  constructor(refusal: Envelope & { status: number; retryAfter?: number | undefined }) {
    super(`${refusal.errorCode}: ${refusal.errorDescription}`);
    this.name = "GatepostError";
    this.errorId = refusal.errorId;
    this.errorCode = refusal.errorCode;
    this.errorDescription = refusal.errorDescription;
    this.status = refusal.status;
    this.retryAfter = refusal.retryAfter;
    const { problems, failure, partial } = refusal;
    this.details = { ...(problems && { problems }), ...(failure && { failure }), ...(partial && { partial }) };
  }
}

interface Envelope extends ErrorDetails {
  errorId: number;
  errorCode: string;
  errorDescription: string;
}

/**
 * A client of the JSON methods. A call resolves with the success body. It rejects with GatepostError if the service
 * refused it, and with an ordinary Error if there was no response, or not one of Gatepost. Nothing is retried.
 */
export function createClient({ baseUrl, clientKey, fetch: send = fetch }: ClientOptions): Client {
  const base = baseUrl.replace(/\/+$/, "");

  const raw: Client["raw"] = async (path, body, { method = "POST", headers = {} } = {}) => {
    const asIs = typeof body === "string" || body instanceof Uint8Array;
    const response = await send(`${base}/${path}`, {
      method,
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      ...(body !== undefined && { body: asIs ? (body as NonNullable<RequestInit["body"]>) : JSON.stringify(body) }),
    });
    return read(response);
  };

  async function call(name: MethodName, request: object = {}, { idempotencyKey, signal }: CallOptions = {}) {
    const body = JSON.stringify({ clientKey, ...request });
    // A character has at most three bytes in UTF-8.
    const isLarge = methods[name].takesLargeBodies && body.length * 3 > limits.bodyBytes;
    const response = await send(`${base}/${name}`, {
      method: "POST",
      headers: {
        ...(isLarge && { authorization: `Bearer ${clientKey}` }),
        "content-type": "application/json",
        accept: "application/json",
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      body,
      ...(signal && { signal }),
    });
    return successOf(name, await read(response));
  }

  const calls = methodNames.map((name) => [
    name,
    (request?: object, options?: CallOptions) => call(name, request, options),
  ]);
  return { ...Object.fromEntries(calls), raw } as Client;
}

async function read(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function successOf(name: MethodName, { status, headers, body }: RawAnswer): unknown {
  if (!isAnswer(body)) throw new Error(`${name}: HTTP ${status}, and not an answer of Gatepost. Check the base URL.`);
  if (body.errorId === 0) return body;
  const retryAfter = Number(headers.get("retry-after")) || undefined;
  throw new GatepostError({ ...(body as Envelope), status, retryAfter });
}

function isAnswer(body: unknown): body is { errorId: number } {
  return typeof body === "object" && body !== null && "errorId" in body && typeof body.errorId === "number";
}
