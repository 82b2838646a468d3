import { z } from "zod";
import { limits } from "./limits.ts";

/**
 * The template language: one schema per step type. A step is `{type, …parameters}`; a parameter is
 * `{"permanent": value}` or `{"variable": "name"}`.
 */

const variableReference = z.strictObject({
  variable: z.string().min(1).max(limits.nameLength),
});

function permanent<T extends z.ZodType>(value: T) {
  return z.strictObject({ permanent: value });
}

/** A parameter that the template fixes or a task's variable fills. */
function parameter<T extends z.ZodType>(value: T) {
  return z.union([permanent(value), variableReference], {
    error: 'either {"permanent": value} or {"variable": "name"}',
  });
}

const text = parameter(z.string().max(limits.variableBytes));
const selector = parameter(z.string().min(1).max(1_024));

/** Seconds a step may take. */
const timeout = permanent(z.number().positive().max(3_600)).optional();

/** Named keys and chords as browsers name them: Enter, Tab, Control+A. */
const key = z
  .string()
  .regex(/^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Za-z0-9]+|.)$/u, "a key such as Enter or Control+A");

export const stepSchemas = {
  OPEN_PAGE: z.strictObject({ type: z.literal("OPEN_PAGE"), url: text, timeout }),
  FILL_INPUT: z.strictObject({ type: z.literal("FILL_INPUT"), selector, value: text, timeout }),
  CLICK: z.strictObject({ type: z.literal("CLICK"), selector, timeout }),
  PRESS_KEY: z.strictObject({ type: z.literal("PRESS_KEY"), key: permanent(key), timeout }),
  WAIT_FOR_TEXT: z.strictObject({ type: z.literal("WAIT_FOR_TEXT"), text, timeout }),
  WAIT_FOR_ELEMENT: z.strictObject({ type: z.literal("WAIT_FOR_ELEMENT"), selector, timeout }),
  WAIT_FOR_VARIABLE_VALUE: z.strictObject({
    type: z.literal("WAIT_FOR_VARIABLE_VALUE"),
    name: permanent(z.string().min(1).max(limits.nameLength)),
    timeout,
    prompt: permanent(z.string().min(1).max(500)).optional(),
    pattern: permanent(z.string().min(1).max(500)).optional(),
    maxAge: permanent(z.number().positive().max(86_400)).optional(),
  }),
  READ_TEXT: z.strictObject({
    type: z.literal("READ_TEXT"),
    selector,
    as: permanent(z.string().min(1).max(limits.nameLength)),
    timeout,
  }),
  TAKE_SCREENSHOT: z.strictObject({ type: z.literal("TAKE_SCREENSHOT"), selector: selector.optional(), timeout }),
} as const;

export type StepType = keyof typeof stepSchemas;
export type StepOf<T extends StepType> = z.infer<(typeof stepSchemas)[T]>;
export type Step = { [T in StepType]: StepOf<T> }[StepType];
export type Parameter = { permanent: unknown } | { variable: string };

export const stepTypes = Object.keys(stepSchemas) as StepType[];

/** Seconds that a step may take where the template does not say. */
export const defaultTimeout = { step: 30, wait: 300, task: 900 } as const;

/** The template's document, as import and export write it. */
export const templateDocument = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(""),
  /** Seconds from a task's first claim to its end. */
  timeout: z.number().positive().max(86_400).optional(),
  steps: z
    .array(
      z.discriminatedUnion(
        "type",
        Object.values(stepSchemas) as [(typeof stepSchemas)["CLICK"]],
      ) as unknown as z.ZodType<Step>,
    )
    .min(1)
    .max(200),
});

export type TemplateDocument = z.infer<typeof templateDocument>;

/** The parameters of a step, by name. */
export function parametersOf(step: Step): [name: string, parameter: Parameter][] {
  return Object.entries(step).filter(
    (entry): entry is [string, Parameter] => typeof entry[1] === "object" && entry[1] !== null,
  );
}

/** The seconds after which a step has failed. */
export function timeoutOf(step: Step): number {
  if (step.timeout) return step.timeout.permanent;
  return step.type === "WAIT_FOR_VARIABLE_VALUE" ? defaultTimeout.wait : defaultTimeout.step;
}
