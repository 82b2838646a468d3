import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { KeyRight } from "./rights.ts";

/** The groups in which tools show the methods. */
export const groups = {
  Tasks: "Run templates, follow tasks, and read their results.",
  Waits: "Give tasks the values that they wait for.",
  Templates: "The steps that tasks run.",
  "Secrets and sessions": "What templates use and no answer shows.",
  Statistics: "Numbers of applications, of the account and of the queue.",
  Service: "Whether the service can be reached.",
} as const;

/** One documented method, from which documentation, OpenAPI, client, endpoint and tests are derived. */
export interface Method<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  /** The path segment under the base URL. */
  name: string;
  /** Where tools show it. */
  group: keyof typeof groups;
  summary: string;
  description: string;
  /** `change`: refused to a read-only key. `anyone`: needs no key. */
  access: "read" | "change" | "anyone";
  /** The right that the key needs; null: any key may call it, or it needs none. */
  right: KeyRight | null;
  /** Which thing of the account's a call names. Another account's is refused in the words for one that does not exist. */
  about?: Subject;
  /** Whether the Idempotency-Key header is honoured. */
  idempotent?: boolean;
  /** Whether a change that is asked for twice in the same words is as if asked for once, so that a client may ask again. */
  repeatable?: boolean;
  /** Whether a call may have a larger body if its header Authorization has the key too, as `Bearer KEY`. */
  takesLargeBodies?: boolean;
  /** The body, including `clientKey`. Unknown properties are ignored. */
  request: Request;
  /** The success response, including `errorId: 0`. */
  response: Response;
  /** The errors of this method in addition to those of every method (see `commonErrors`). */
  errors: readonly ErrorCode[];
  /** Refusals with more properties than the envelope, each with a schema of its own. */
  detailed?: readonly { name: string; codes: readonly ErrorCode[]; more: z.ZodObject }[];
  /** Example bodies and responses of the documentation; a test sends each. */
  examples: readonly Example[];
  /** The error for a body that does not match, by the path of its first issue. Absent: always ERROR_BAD_REQUEST. */
  refusal?: (path: readonly PropertyKey[]) => ErrorCode;
  /**
   * The parts of an accepted body that had no effect, one sentence each: the `warnings` of the response. If there are
   * none, the property is absent.
   */
  warnings?: (body: Record<string, unknown>) => string[];
}

export const subjects = ["task", "application", "template", "secret", "session"] as const;
export type Subject = (typeof subjects)[number];

export interface Example {
  title: string;
  request: Record<string, unknown>;
  response: Record<string, unknown>;
}

interface Definition<Request extends z.ZodType, Response extends z.ZodType>
  extends Omit<Method<Request, Response>, "errors" | "examples"> {
  /** ERROR_NO_SUCH_CAPCHA_ID is added to methods about a task. */
  errors?: readonly ErrorCode[];
  /** By their titles, each without a key and without `errorId`. */
  examples: Record<string, readonly [request: Record<string, unknown>, response: Record<string, unknown>]>;
}

/** Keeps the exact types of one method's schemas. */
export function defineMethod<Request extends z.ZodType, Response extends z.ZodType>({
  errors = [],
  examples,
  ...method
}: Definition<Request, Response>): Method<Request, Response> {
  const key = method.access === "anyone" ? {} : { clientKey: "<API_KEY>" };
  const written = Object.entries(examples).map(([title, [request, response]]) => {
    return { title, request: { ...key, ...request }, response: { errorId: 0, ...response } };
  });
  const noSuchTask: ErrorCode[] = method.about === "task" ? ["ERROR_NO_SUCH_CAPCHA_ID"] : [];
  return { ...method, errors: [...noSuchTask, ...errors], examples: written };
}

/** The errors of every method that needs a key, in the order in which they are checked. */
const commonErrors = [
  "ERROR_REQUEST_TOO_LARGE",
  "ERROR_BAD_REQUEST",
  "ERROR_TOO_MANY_REQUESTS",
  "ERROR_KEY_DOES_NOT_EXIST",
  "ERROR_ACCOUNT_SUSPENDED",
  "ERROR_IP_NOT_ALLOWED",
  "ERROR_SERVICE_UNAVAILABLE",
  "ERROR_INTERNAL",
] as const satisfies readonly ErrorCode[];

const keyErrors: readonly ErrorCode[] = ["ERROR_KEY_DOES_NOT_EXIST", "ERROR_ACCOUNT_SUSPENDED", "ERROR_IP_NOT_ALLOWED"];

export function errorsOf({ access, right, errors }: Method): ErrorCode[] {
  const common = commonErrors.filter((code) => access !== "anyone" || !keyErrors.includes(code));
  const lacked: ErrorCode[] = right === null ? [] : ["ERROR_ACCESS_DENIED"];
  return [...new Set([...common, ...lacked, ...errors])];
}
