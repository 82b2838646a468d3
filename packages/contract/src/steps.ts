import { z } from "zod";
import { engines } from "./browser-settings.ts";
import { limits, longestWait, onFailures } from "./limits.ts";
import {
  isParameter,
  isSelectorName,
  name,
  permanent,
  selector,
  soughtText,
  type TypedParameter,
  text,
} from "./parameter.ts";
import { common, defineStep, type StepDefinition } from "./steps/define-step.ts";
import { formSteps } from "./steps/forms.ts";
import { pageSteps } from "./steps/pages.ts";
import { readingSteps } from "./steps/reading.ts";
import { waitSteps } from "./steps/waits.ts";

/** Steps that another step nests. */
interface NestedSteps extends Array<Step> {}
interface WrittenSteps extends Array<WrittenStep> {}
const nestedSteps: z.ZodType<NestedSteps, WrittenSteps> = z.lazy(() => stepList);

/** A condition's time is for looking, and its end is no failure. */
const seconds = 5;
const looking = { timeout: "Seconds for which it looks." };

const branches = { then: nestedSteps, else: nestedSteps.optional() };

const readOrders = {
  type: "READ_LIST",
  selector: "tr.order",
  fields: { number: { selector: ".id" }, total: { selector: ".sum" } },
  as: "orders",
};

/**
 * The template language: one definition per step type, in the order of the documentation. A step is `{type, …parameters}`;
 * parameters are those of parameter.ts. The steps that nest others are defined here, because they need this list.
 */
export const stepDefinitions = {
  ...formSteps,
  ...waitSteps,
  ...readingSteps,
  ...pageSteps,
  IF_ELEMENT: defineStep({
    schema: z.strictObject({ type: z.literal("IF_ELEMENT"), selector, ...branches, ...common }),
    explanation:
      "Runs the steps in then if an element is visible within the step's time (5 s by default), otherwise those in else, if " +
      "there are any. The time is for looking; nested steps have their own.",
    example: {
      type: "IF_ELEMENT",
      selector: "#accept-cookies",
      then: [{ type: "CLICK", selector: "#accept-cookies" }],
      timeout: 2,
    },
    meanings: looking,
    seconds,
  }),
  IF_TEXT: defineStep({
    schema: z.strictObject({ type: z.literal("IF_TEXT"), text: soughtText, ...branches, ...common }),
    explanation: "Like IF_ELEMENT, for a text that the page or a frame of it shows.",
    example: {
      type: "IF_TEXT",
      text: "Welcome",
      then: [{ type: "TAKE_SCREENSHOT" }],
      else: [{ type: "OPEN_PAGE", url: "https://example.com/login" }],
    },
    meanings: looking,
    seconds,
  }),
  IF_URL: defineStep({
    schema: z.strictObject({ type: z.literal("IF_URL"), pattern: text, ...branches, ...common }),
    explanation:
      "Like IF_ELEMENT, for the page's address, which must fit a pattern in which * stands for any characters.",
    example: {
      type: "IF_URL",
      pattern: "https://example.com/login*",
      then: [{ type: "FILL_INPUT", selector: "#login", value: { variable: "login" } }],
    },
    meanings: looking,
    seconds,
  }),
  IF_VALUE: defineStep({
    schema: z.strictObject({ type: z.literal("IF_VALUE"), name, equals: text, ...branches, ...common }),
    explanation:
      "Runs the steps in then if a variable, or a text that READ_TEXT read, equals a value, otherwise those in else. Values are " +
      "compared as they would be typed, so that true is the text true.",
    example: {
      type: "IF_VALUE",
      name: "login",
      equals: "ada",
      then: [{ type: "TAKE_SCREENSHOT" }],
    },
    meanings: {
      name: "A variable, or a text that READ_TEXT read.",
      timeout: "Has no effect: the values are compared at once.",
    },
    seconds,
  }),
  REPEAT_WHILE_ELEMENT: defineStep({
    schema: z.strictObject({
      type: z.literal("REPEAT_WHILE_ELEMENT"),
      selector,
      /** How often the steps are run at most. */
      max: permanent(z.int().min(1).max(100)),
      steps: nestedSteps,
      ...common,
    }),
    explanation:
      "Runs its steps as long as an element is visible within the step's time (5 s by default), at most max times; then the " +
      "task continues. Each run looks at the page afresh, and a wait in it asks anew each time. A CLICK or SCROLL_TO in it also waits for what " +
      "the page does then: up to half a second for the document to change, and up to 10 s for what its scripts request.",
    example: {
      type: "REPEAT_WHILE_ELEMENT",
      selector: "#next",
      max: 20,
      steps: [{ type: "CLICK", selector: "#next" }],
      timeout: 1,
    },
    sequence: {
      explanation:
        "A list over several pages: READ_LIST before the loop reads the first page, and in the loop all others.",
      steps: [
        readOrders,
        {
          type: "REPEAT_WHILE_ELEMENT",
          selector: "#next",
          max: 99,
          timeout: 1,
          steps: [{ type: "CLICK", selector: "#next" }, readOrders],
        },
      ],
    },
    meanings: looking,
    seconds,
  }),
} as const;

export type StepType = keyof typeof stepDefinitions;
export type StepOf<T extends StepType> = z.infer<(typeof stepDefinitions)[T]["schema"]>;
export type Step = { [T in StepType]: StepOf<T> }[StepType];
/** A step as an author may write it, with bare values for `{"permanent": …}`. */
export type WrittenStep = { [T in StepType]: z.input<(typeof stepDefinitions)[T]["schema"]> }[StepType];

const schemas = Object.values(stepDefinitions).map(({ schema }) => schema) as [(typeof formSteps.CLICK)["schema"]];
const anyStep = z.discriminatedUnion("type", schemas) as unknown as z.ZodType<Step, WrittenStep>;
const stepList = z.array(anyStep).min(1).max(200);

export const stepTypes = Object.keys(stepDefinitions) as StepType[];

/** Seconds that a task and an ordinary step may take if the template does not say. */
export const defaultTimeout = { task: 900, step: 30, optional: 5 } as const;

/** How many items READ_LIST reads where the template does not say. */
export const defaultListItems = 1_000;

export type AskAgainStep = StepOf<"ASK_AGAIN_IF_TEXT" | "ASK_AGAIN_IF_ELEMENT">;

export const isAskAgain = (step: { type?: unknown }): step is AskAgainStep =>
  step.type === "ASK_AGAIN_IF_TEXT" || step.type === "ASK_AGAIN_IF_ELEMENT";

/** Whether a step keeps a text under a name, by which later steps and questions use it. */
export const keepsText = (step: { type?: unknown }): step is StepOf<"READ_TEXT"> => step.type === "READ_TEXT";

/** How often they ask for a value in total if the template does not say. */
export const defaultAttempts = 3;

/** The template's document, as imported and exported. */
export const templateDocument = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default("").describe("What it does, for people who choose a template."),
  timeout: z
    .number()
    .positive()
    .max(longestWait)
    .optional()
    .describe(`Seconds from a task's start to its end. The default is ${defaultTimeout.task}.`),
  engine: z
    .enum(engines)
    .optional()
    .describe("The browser of tasks that do not name one: shell, or full, which also shows PDFs and costs more."),
  session: z
    .string()
    .trim()
    .min(1)
    .max(limits.sessionNameLength)
    .optional()
    .describe("The session of tasks that do not name one: cookies and storage that one task leaves to the next."),
  keepSession: z.boolean().optional().describe("Whether a failed task saves its session too, as a ready one does."),
  onFailure: z
    .enum(onFailures)
    .optional()
    .describe("What a task does when a step fails: fail, or ask a person whether to retry, skip or stop."),
  notify: z
    .array(z.string().trim().min(3).max(320))
    .max(20)
    .optional()
    .describe(
      "Confirmed email addresses of the account's people that get an email when a task begins to wait for a value.",
    ),
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
  if (step.type === "PAUSE") return step.seconds.permanent + defaultTimeout.step;
  const { seconds }: StepDefinition = stepDefinitions[step.type];
  if (seconds !== undefined) return seconds;
  return "optional" in step && step.optional ? defaultTimeout.optional : defaultTimeout.step;
}
