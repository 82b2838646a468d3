import { z } from "zod";
import { engines } from "./engines.ts";
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

/** A parameter whose value comes from the template or from a task's variable. */
function parameter<T extends z.ZodType>(value: T) {
  return z.union([permanent(value), variableReference], {
    error: 'either {"permanent": value} or {"variable": "name"}',
  });
}

const text = parameter(z.string().max(limits.variableBytes));
const selector = parameter(z.string().min(1).max(1_024));

/** The name of an attribute, as HTML writes it. */
const attribute = permanent(z.string().regex(/^[A-Za-z_][\w.:-]{0,127}$/, "an attribute's name, such as href"));

/** A text to look for. */
const soughtText = text.refine(
  (given) => "variable" in given || /\S/.test(given.permanent),
  "a text that is not blank, since every page shows that",
);

/** Seconds that a step may take. */
const timeout = permanent(z.number().positive().max(3_600)).optional();

/**
 * Whether a key combination pastes. A browser has one clipboard for all of its tasks, so it may contain another task's
 * data.
 */
export function pastes(chord: string): boolean {
  const modifiers = chord.toLowerCase().split("+");
  const key = modifiers.pop() ?? "";
  const holds = (...names: string[]) => names.some((name) => modifiers.includes(name));
  return (/^(?:key)?v$/.test(key) && holds("control", "meta")) || (/^(?:insert|numpad0)$/.test(key) && holds("shift"));
}

/** Named keys and combinations as browsers name them: Enter, Tab, Control+A. */
const key = z
  .string()
  .max(64)
  .regex(/^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Za-z0-9]+|.)$/u, "a key such as Enter or Control+A")
  .refine((chord) => !pastes(chord), "a key that does not paste: the clipboard is shared by tasks; use FILL_INPUT");

/** The common part of the steps that ask for a value again. */
const askAgain = {
  name: permanent(z.string().min(1).max(limits.nameLength)),
  /** How often the value is asked for in total. */
  attempts: permanent(z.int().min(2).max(10)).optional(),
  /** Seconds that each further wait may take; omitted: as many as the first. */
  waitTimeout: permanent(z.number().positive().max(3_600)).optional(),
  timeout,
};

export const stepSchemas = {
  OPEN_PAGE: z.strictObject({ type: z.literal("OPEN_PAGE"), url: text, timeout }),
  FILL_INPUT: z.strictObject({ type: z.literal("FILL_INPUT"), selector, value: text, timeout }),
  TYPE_TEXT: z.strictObject({ type: z.literal("TYPE_TEXT"), selector: selector.optional(), value: text, timeout }),
  CLICK: z.strictObject({ type: z.literal("CLICK"), selector, timeout }),
  SELECT_OPTION: z.strictObject({ type: z.literal("SELECT_OPTION"), selector, value: text, timeout }),
  SET_CHECKBOX: z.strictObject({ type: z.literal("SET_CHECKBOX"), selector, checked: parameter(z.boolean()), timeout }),
  PRESS_KEY: z.strictObject({ type: z.literal("PRESS_KEY"), key: permanent(key), timeout }),
  UPLOAD_FILE: z.strictObject({
    type: z.literal("UPLOAD_FILE"),
    selector,
    name: parameter(z.string().min(1).max(255)),
    /** The file's bytes in base64. */
    content: text,
    timeout,
  }),
  WAIT_FOR_TEXT: z.strictObject({
    type: z.literal("WAIT_FOR_TEXT"),
    text: soughtText,
    /** The element that must show exactly this text; omitted: the text can be anywhere, and part of a longer one. */
    selector: selector.optional(),
    timeout,
  }),
  WAIT_FOR_TEXT_GONE: z.strictObject({ type: z.literal("WAIT_FOR_TEXT_GONE"), text: soughtText, timeout }),
  WAIT_FOR_ELEMENT: z.strictObject({ type: z.literal("WAIT_FOR_ELEMENT"), selector, timeout }),
  WAIT_FOR_ELEMENT_GONE: z.strictObject({ type: z.literal("WAIT_FOR_ELEMENT_GONE"), selector, timeout }),
  /** `*` stands for any characters; the whole address must match. */
  WAIT_FOR_URL: z.strictObject({ type: z.literal("WAIT_FOR_URL"), pattern: text, timeout }),
  WAIT_FOR_VARIABLE_VALUE: z.strictObject({
    type: z.literal("WAIT_FOR_VARIABLE_VALUE"),
    name: permanent(z.string().min(1).max(limits.nameLength)),
    timeout,
    prompt: permanent(z.string().min(1).max(500)).optional(),
    pattern: permanent(z.string().min(1).max(500)).optional(),
    maxAge: permanent(z.number().positive().max(86_400)).optional(),
  }),
  ASK_AGAIN_IF_TEXT: z.strictObject({ type: z.literal("ASK_AGAIN_IF_TEXT"), text: soughtText, ...askAgain }),
  ASK_AGAIN_IF_ELEMENT: z.strictObject({ type: z.literal("ASK_AGAIN_IF_ELEMENT"), selector, ...askAgain }),
  READ_TEXT: z.strictObject({
    type: z.literal("READ_TEXT"),
    selector,
    as: permanent(z.string().min(1).max(limits.nameLength)),
    /** The attribute to read instead of the text. */
    attribute: attribute.optional(),
    timeout,
  }),
  TAKE_SCREENSHOT: z.strictObject({ type: z.literal("TAKE_SCREENSHOT"), selector: selector.optional(), timeout }),
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: z.strictObject({
    type: z.literal("TAKE_HTML_SNAPSHOT_BY_SELECTOR"),
    selector,
    timeout,
  }),
  PAUSE: z.strictObject({ type: z.literal("PAUSE"), seconds: permanent(z.number().positive().max(300)), timeout }),
} as const;

export type StepType = keyof typeof stepSchemas;
export type StepOf<T extends StepType> = z.infer<(typeof stepSchemas)[T]>;
export type Step = { [T in StepType]: StepOf<T> }[StepType];
export type Parameter = { permanent: unknown } | { variable: string };

export const stepTypes = Object.keys(stepSchemas) as StepType[];

/** Seconds that a step may take if the template does not say. */
export const defaultTimeout = { step: 30, wait: 300, task: 900, askAgain: 5 } as const;

/** The steps that ask for a value again. */
export type AskAgainStep = StepOf<"ASK_AGAIN_IF_TEXT" | "ASK_AGAIN_IF_ELEMENT">;

/** How often they ask for a value in total if the template does not say. */
export const defaultAttempts = 3;

/** The template's document, as imported and exported. */
export const templateDocument = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(""),
  /** Seconds from a task's first claim to its end. */
  timeout: z.number().positive().max(86_400).optional(),
  /** The browser of tasks that do not name one themselves. */
  engine: z.enum(engines).optional(),
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

/** The seconds after which a step fails. */
export function timeoutOf(step: Step): number {
  if (step.timeout) return step.timeout.permanent;
  switch (step.type) {
    case "WAIT_FOR_VARIABLE_VALUE":
      return defaultTimeout.wait;
    // How long a refusal may take to appear. If none appears, the task goes on.
    case "ASK_AGAIN_IF_TEXT":
    case "ASK_AGAIN_IF_ELEMENT":
      return defaultTimeout.askAgain;
    case "PAUSE":
      return step.seconds.permanent + defaultTimeout.step;
    default:
      return defaultTimeout.step;
  }
}
