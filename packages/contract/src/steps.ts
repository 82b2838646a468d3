import { z } from "zod";
import { engines } from "./browser-settings.ts";
import { limits, onFailures } from "./limits.ts";
import {
  attribute,
  isParameter,
  isSelectorName,
  name,
  parameter,
  permanent,
  prompt,
  selector,
  soughtText,
  type TypedParameter,
  text,
  timeout,
  typedText,
  variableReference,
} from "./parameter.ts";

/** What the value of a wait is, where its step says so. `live`: true, once a person has done something on the live page. */
const stepKinds = ["text", "code", "choice", "yes_no", "number", "file", "live"] as const;

/** The kinds that a step can ask for, and `help`, by which a step that has failed asks what to do. */
export const waitKinds = [...stepKinds, "help"] as const;

export type WaitKind = (typeof waitKinds)[number];
export type StepKind = (typeof stepKinds)[number];

/** Whether a chord pastes. A browser has one clipboard for all of its tasks: what it holds may be another one's. */
export function pastes(chord: string): boolean {
  const modifiers = chord.toLowerCase().split("+");
  const key = modifiers.pop() ?? "";
  const holds = (...names: string[]) => names.some((name) => modifiers.includes(name));
  return (/^(?:key)?v$/.test(key) && holds("control", "meta")) || (/^(?:insert|numpad0)$/.test(key) && holds("shift"));
}

/** Named keys and chords as browsers name them: Enter, Tab, Control+A. */
const keyChord = z
  .string()
  .max(64)
  .regex(/^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Za-z0-9]+|.)$/u, "a key such as Enter or Control+A")
  .refine((chord) => !pastes(chord), "a key that does not paste: the clipboard is shared by tasks; use FILL_INPUT");

/**
 * The template language: one schema per step type. A step is `{type, …parameters}`; parameters are those of parameter.ts,
 * and some steps nest others.
 */

/** Steps that another step nests. */
interface NestedSteps extends Array<Step> {}
interface WrittenSteps extends Array<WrittenStep> {}
const nestedSteps: z.ZodType<NestedSteps, WrittenSteps> = z.lazy(() => stepList);

/** On any step except a wait: its failure does not end the task. */
const optional = z.literal(true, { error: "true, or left out" }).optional();
const common = { timeout, optional };

/** Seconds that a wait may take. */
export const longestWait = 86_400;

/** The common part of the steps that ask for a value again. */
const askAgain = {
  name,
  /** How often the value is asked for in total. */
  attempts: permanent(z.int().min(2).max(10)).optional(),
  /** Seconds that each further wait may take; omitted: as many as the first. */
  waitTimeout: permanent(z.number().positive().max(longestWait)).optional(),
  ...common,
};

const branches = { then: nestedSteps, else: nestedSteps.optional() };

/** What is read of each item of a list: an element in it, or the item itself, and its text or an attribute. */
const listFields = z
  .record(
    z.string().min(1).max(limits.nameLength),
    z.strictObject({ selector: selector.optional(), attribute: attribute.optional() }),
  )
  .refine((fields) => Object.keys(fields).length > 0 && Object.keys(fields).length <= 50, "1 to 50 fields");

export const stepSchemas = {
  OPEN_PAGE: z.strictObject({ type: z.literal("OPEN_PAGE"), url: text, ...common }),
  FILL_INPUT: z.strictObject({ type: z.literal("FILL_INPUT"), selector, value: typedText, ...common }),
  TYPE_TEXT: z.strictObject({
    type: z.literal("TYPE_TEXT"),
    selector: selector.optional(),
    value: typedText,
    ...common,
  }),
  CLICK: z.strictObject({ type: z.literal("CLICK"), selector, ...common }),
  SELECT_OPTION: z.strictObject({ type: z.literal("SELECT_OPTION"), selector, value: typedText, ...common }),
  SET_CHECKBOX: z.strictObject({
    type: z.literal("SET_CHECKBOX"),
    selector,
    checked: parameter(z.boolean()),
    ...common,
  }),
  PRESS_KEY: z.strictObject({ type: z.literal("PRESS_KEY"), key: permanent(keyChord), ...common }),
  /** The file that the click makes the page send. */
  DOWNLOAD_FILE: z.strictObject({ type: z.literal("DOWNLOAD_FILE"), selector, as: name, ...common }),
  /** The file is one variable, or its name and its bytes in base64. */
  UPLOAD_FILE: z
    .strictObject({
      type: z.literal("UPLOAD_FILE"),
      selector,
      file: variableReference.optional(),
      name: parameter(z.string().min(1).max(255)).optional(),
      content: text.optional(),
      ...common,
    })
    .refine(
      ({ file, name, content }) => (file ? !name && !content : name && content),
      'either file ({"variable": "name"}), or name and content',
    ),
  WAIT_FOR_TEXT: z.strictObject({
    type: z.literal("WAIT_FOR_TEXT"),
    text: soughtText,
    /** The element that must show exactly this text; omitted: the text can be anywhere, and part of a longer one. */
    selector: selector.optional(),
    ...common,
  }),
  WAIT_FOR_TEXT_GONE: z.strictObject({ type: z.literal("WAIT_FOR_TEXT_GONE"), text: soughtText, ...common }),
  WAIT_FOR_ELEMENT: z.strictObject({ type: z.literal("WAIT_FOR_ELEMENT"), selector, ...common }),
  WAIT_FOR_ELEMENT_GONE: z.strictObject({ type: z.literal("WAIT_FOR_ELEMENT_GONE"), selector, ...common }),
  /** `*` stands for any characters; the whole address must match. */
  WAIT_FOR_URL: z.strictObject({ type: z.literal("WAIT_FOR_URL"), pattern: text, ...common }),
  WAIT_FOR_VARIABLE_VALUE: z.strictObject({
    type: z.literal("WAIT_FOR_VARIABLE_VALUE"),
    name,
    timeout: permanent(z.number().positive().max(longestWait)).optional(),
    prompt: prompt.optional(),
    /** What a value must be; left out: any JSON. */
    kind: permanent(z.enum(stepKinds)).optional(),
    /** What a value of the kind `choice` must be one of. */
    options: permanent(z.array(z.string().min(1).max(200)).min(1).max(20)).optional(),
    pattern: permanent(z.string().min(1).max(500)).optional(),
    maxAge: permanent(z.number().positive().max(longestWait)).optional(),
    /** Whether the page goes on during a long wait; left out: it is frozen after a minute. */
    keepAlive: permanent(z.boolean()).optional(),
  }),
  ASK_AGAIN_IF_TEXT: z.strictObject({ type: z.literal("ASK_AGAIN_IF_TEXT"), text: soughtText, ...askAgain }),
  ASK_AGAIN_IF_ELEMENT: z.strictObject({ type: z.literal("ASK_AGAIN_IF_ELEMENT"), selector, ...askAgain }),
  READ_TEXT: z.strictObject({
    type: z.literal("READ_TEXT"),
    selector,
    as: name,
    /** The attribute to read instead of the text. */
    attribute: attribute.optional(),
    ...common,
  }),
  TAKE_SCREENSHOT: z.strictObject({ type: z.literal("TAKE_SCREENSHOT"), selector: selector.optional(), ...common }),
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: z.strictObject({
    type: z.literal("TAKE_HTML_SNAPSHOT_BY_SELECTOR"),
    selector,
    ...common,
  }),
  PAUSE: z.strictObject({ type: z.literal("PAUSE"), seconds: permanent(z.number().positive().max(300)), ...common }),
  READ_LIST: z.strictObject({
    type: z.literal("READ_LIST"),
    selector,
    fields: listFields,
    as: name,
    /** How many items are read at most. */
    limit: permanent(z.int().min(1).max(10_000)).optional(),
    ...common,
  }),
  HOVER: z.strictObject({ type: z.literal("HOVER"), selector, ...common }),
  SCROLL_TO: z.strictObject({ type: z.literal("SCROLL_TO"), selector, ...common }),
  DRAG: z.strictObject({ type: z.literal("DRAG"), from: selector, to: selector, ...common }),
  ANSWER_DIALOG: z.strictObject({
    type: z.literal("ANSWER_DIALOG"),
    accept: parameter(z.boolean()),
    /** What is entered into a prompt. */
    text: text.optional(),
    ...common,
  }),
  /** `first`, `newest`, or a pattern of the window's address. */
  SWITCH_WINDOW: z.strictObject({ type: z.literal("SWITCH_WINDOW"), to: text, ...common }),
  CLOSE_WINDOW: z.strictObject({ type: z.literal("CLOSE_WINDOW"), ...common }),
  IF_ELEMENT: z.strictObject({ type: z.literal("IF_ELEMENT"), selector, ...branches, ...common }),
  IF_TEXT: z.strictObject({ type: z.literal("IF_TEXT"), text: soughtText, ...branches, ...common }),
  IF_URL: z.strictObject({ type: z.literal("IF_URL"), pattern: text, ...branches, ...common }),
  IF_VALUE: z.strictObject({ type: z.literal("IF_VALUE"), name, equals: text, ...branches, ...common }),
  REPEAT_WHILE_ELEMENT: z.strictObject({
    type: z.literal("REPEAT_WHILE_ELEMENT"),
    selector,
    /** How often the steps are run at most. */
    max: permanent(z.int().min(1).max(100)),
    steps: nestedSteps,
    ...common,
  }),
} as const;

export type StepType = keyof typeof stepSchemas;
export type StepOf<T extends StepType> = z.infer<(typeof stepSchemas)[T]>;
export type Step = { [T in StepType]: StepOf<T> }[StepType];
/** A step as an author may write it, with bare values for `{"permanent": …}`. */
export type WrittenStep = { [T in StepType]: z.input<(typeof stepSchemas)[T]> }[StepType];

const stepList = z
  .array(
    z.discriminatedUnion("type", Object.values(stepSchemas) as [(typeof stepSchemas)["CLICK"]]) as unknown as z.ZodType<
      Step,
      WrittenStep
    >,
  )
  .min(1)
  .max(200);

export const stepTypes = Object.keys(stepSchemas) as StepType[];

/** Seconds that a step may take if the template does not say. */
export const defaultTimeout = { step: 30, wait: 300, task: 900, askAgain: 5, condition: 5, optional: 5 } as const;

/** How many items READ_LIST reads where the template does not say. */
export const defaultListItems = 1_000;

/** The steps that ask for a value again. */
export type AskAgainStep = StepOf<"ASK_AGAIN_IF_TEXT" | "ASK_AGAIN_IF_ELEMENT">;

export function isAskAgain(step: { type?: unknown }): step is AskAgainStep {
  return step.type === "ASK_AGAIN_IF_TEXT" || step.type === "ASK_AGAIN_IF_ELEMENT";
}

/** How often they ask for a value in total if the template does not say. */
export const defaultAttempts = 3;

/** The template's document, as imported and exported. */
export const templateDocument = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(""),
  /** Seconds from a task's first claim to its end, enough for the longest wait. */
  timeout: z.number().positive().max(longestWait).optional(),
  /** The browser of tasks that do not name one themselves. */
  engine: z.enum(engines).optional(),
  /** The session of tasks that do not name one themselves: cookies and storage that one task leaves to the next. */
  session: z.string().trim().min(1).max(limits.sessionNameLength).optional(),
  /** Whether a failed task leaves them too. */
  keepSession: z.boolean().optional(),
  /** What tasks do that do not say it themselves when a step fails. */
  onFailure: z.enum(onFailures).optional(),
  /** Addresses of the account's people that get an email when a task begins to wait. */
  notify: z.array(z.string().trim().min(3).max(320)).max(20).optional(),
  steps: stepList,
});

/** A document as runners and rules read it: every parameter in its long form. */
export type TemplateDocument = z.infer<typeof templateDocument>;

/** A document as its author writes it. */
export type WrittenTemplate = z.input<typeof templateDocument>;

/** The parameters of a step, by name; a list of selectors has one for each. */
export function parametersOf(step: Step): [name: string, parameter: TypedParameter][] {
  const own = step.type === "READ_LIST" ? Object.values(step.fields).flatMap((field) => Object.entries(field)) : [];
  const entries = Object.entries(step).filter(([property]) => property !== "fields");
  return [...entries, ...own].flatMap(([name, value]) => {
    const each: unknown[] = isSelectorName(step.type, name) ? [value].flat() : [value];
    return each.flatMap((one): [string, TypedParameter][] => (isParameter(one) ? [[name, one]] : []));
  });
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
    case "IF_ELEMENT":
    case "IF_TEXT":
    case "IF_URL":
    case "IF_VALUE":
    case "REPEAT_WHILE_ELEMENT":
      return defaultTimeout.condition;
    default:
      return step.optional ? defaultTimeout.optional : defaultTimeout.step;
  }
}
