import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import { isObject } from "./json-value.ts";
import { forbiddenNames, limits, pageLimits } from "./limits.ts";
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

export type Subject = "task" | "application" | "template" | "secret" | "session";

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

/** The account key. Checked before a method's own properties, so this schema only describes it. */
const clientKey = z.string().meta({
  description: "The account key.",
  examples: ["gp_…"],
});

/** A body with the caller's key. */
export const withKey = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ clientKey, ...shape });

/** What a property with such an integer expects. */
const between = (min: number, max: number) => `an integer from ${min} to ${max}`;

/** An integer, as a number or as the string of digits that existing clients send. `error`: what is expected, in words. */
export function integer(min: number, max: number, error = between(min, max)) {
  const number = z.int({ error }).min(min, error).max(max, error);
  const digits = z
    .string()
    .regex(/^[0-9]{1,16}$/)
    .transform(Number)
    .pipe(number);
  return z.union([number, digits], { error });
}

export const id = integer(1, Number.MAX_SAFE_INTEGER).describe("A positive integer; a string of digits is taken too.");

/** The application for which a call is made. 0, an empty string, null or absent: none. */
export const softId = z
  .union([integer(0, Number.MAX_SAFE_INTEGER), z.literal("").transform(() => 0)], {
    error: between(0, Number.MAX_SAFE_INTEGER),
  })
  .nullish()
  .describe("The application's id in the developer portal; 0, an empty string, null or absent: none.");

/** What is expected in place of a forbidden name. */
export const anotherName = `another name: ${forbiddenNames.join(", ")} are refused`;

export const variableName = z
  .string()
  .min(1)
  .max(limits.nameLength)
  .refine((name) => !forbiddenNames.includes(name), { error: anotherName })
  .describe(`A variable's name, 1 to ${limits.nameLength} characters.`);

/** The name of a template, secret or session, trimmed as it is where it is stored. */
export function trimmedName(max: number) {
  const error = `a string of 1 to ${max} characters`;
  return z.string({ error }).trim().min(1, error).max(max, error);
}

const success = z.literal(0).describe("0: success.");

/** The response of a call that succeeded. */
export const succeeded = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ errorId: success, ...shape });

export const pageRequest = {
  limit: integer(1, pageLimits.max).nullish().describe(`How many at most; ${pageLimits.default} if absent.`),
  after: integer(0, 2 ** 31 - 1)
    .nullish()
    .describe("The `next` of the previous page."),
} as const;

export const pageResponse = {
  next: z.int().optional().describe("Pass it as `after` for the next page; absent at the end."),
} as const;

export const day = z.string({ error: "a day as YYYY-MM-DD" }).regex(/^\d{4}-\d{2}-\d{2}$/);

/** What descriptions say about it. */
export const days = `A day as YYYY-MM-DD, from ${limits.reportFirstDay} to ${limits.reportLastDay}`;

export const sessionName = trimmedName(limits.sessionNameLength).describe("The session's name.");

export const object = () => z.custom<Record<string, unknown>>(isObject, { error: "an object" });

/** A template's document, which saveTemplate checks whole, so that every problem is reported; here it is only described. */
export const document = object().meta({
  type: "object",
  additionalProperties: true,
  description: "A template's document: name, description, timeout and steps, as /docs/templates describes them.",
});

/** A recording, which saveTemplate checks likewise (see recording.ts). */
export const recording = object().meta({
  type: "object",
  additionalProperties: true,
  description:
    "Instead of `template`: a user flow that Chrome DevTools' Recorder exported as JSON. Each typed text becomes a variable; " +
    "typed texts and queries of addresses are not kept.",
});

export const templateVariable = z.object({
  name: z.string(),
  late: z.boolean().describe("Whether a step waits for it, so that its value may come later."),
  prompt: z.string().optional().describe("What the first step that waits for it asks."),
  kind: z.string().optional().describe("The kind of value that this step expects."),
  pattern: z.string().optional().describe("The RE2 pattern that the whole value must match there."),
});

export const templateName = trimmedName(200).describe("A template's exact name.");

export const version = z
  .int()
  .min(1)
  // As the database stores it.
  .max(2 ** 31 - 1)
  .describe("Versions count from 1.");
