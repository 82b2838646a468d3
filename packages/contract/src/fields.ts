import { z } from "zod";
import { forbiddenNames, limits, pageLimits } from "./limits.ts";

/** The account key. Checked before a method's own properties, so this schema only describes it. */
const clientKey = z.string().meta({
  description: "The account key.",
  examples: ["gp_…"],
});

/** A body with the caller's key. */
export const withKey = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ clientKey, ...shape });

/** What a property with such an integer expects. */
const between = (min: number, max: number) => `an integer from ${min} to ${max}`;

/** An integer, as a number or as the string of digits that existing clients send. */
export function integer(min: number, max: number) {
  const error = between(min, max);
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

const object = () =>
  z.custom<Record<string, unknown>>((given) => typeof given === "object" && given !== null && !Array.isArray(given), {
    error: "an object",
  });

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
