import { z } from "zod";

/** One way to find an element. Several parts lead through the hosts of shadow trees. */
const selector = z.union([z.string().min(1).max(4_096), z.array(z.string().min(1).max(4_096)).min(1).max(32)]);
const navigation = z.looseObject({ type: z.string(), url: z.string().max(8_192).optional() });
const common = {
  /** "main", or the address of another window. */
  target: z.string().max(8_192).optional(),
  assertedEvents: z.array(navigation).max(32).optional(),
};
/** What a live page knows of a field, and an export of Chrome's does not say. */
const field = {
  /** Its accessible name, or the text before it. */
  label: z.string().max(100),
  holds: z.enum(["text", "password", "code"]),
};
const chosen = z.string().max(1_000);
const observedField = z.object({ ...field, chosen: chosen.optional() });
const onElement = { ...common, selectors: z.array(selector).min(1).max(16) };

export const recordedSteps = {
  navigate: z.looseObject({ type: z.literal("navigate"), ...common, url: z.string().max(8_192) }),
  click: z.looseObject({ type: z.literal("click"), ...onElement, button: z.string().optional() }),
  doubleClick: z.looseObject({ type: z.literal("doubleClick"), ...onElement }),
  hover: z.looseObject({ type: z.literal("hover"), ...onElement }),
  change: z.looseObject({
    type: z.literal("change"),
    ...onElement,
    value: z.string(),
    observed: observedField.optional().catch(undefined),
  }),
  keyDown: z.looseObject({ type: z.literal("keyDown"), ...common, key: z.string().min(1).max(32) }),
  keyUp: z.looseObject({ type: z.literal("keyUp"), ...common, key: z.string().min(1).max(32) }),
  waitForElement: z.looseObject({
    type: z.literal("waitForElement"),
    ...onElement,
    operator: z.enum([">=", "==", "<="]).optional(),
    count: z.number().optional(),
    visible: z.boolean().optional(),
  }),
  waitForExpression: z.looseObject({ type: z.literal("waitForExpression"), ...common }),
  scroll: z.looseObject({ type: z.literal("scroll"), ...common }),
  setViewport: z.looseObject({ type: z.literal("setViewport"), ...common }),
  emulateNetworkConditions: z.looseObject({ type: z.literal("emulateNetworkConditions"), ...common }),
  close: z.looseObject({ type: z.literal("close"), ...common }),
  customStep: z.looseObject({ type: z.literal("customStep"), ...common }),
};

const anyStep = z.discriminatedUnion("type", Object.values(recordedSteps) as [typeof recordedSteps.click]);
const recordedStep = anyStep as unknown as z.ZodType<RecordedStep>;

export const recording = z.looseObject({
  title: z.string().max(1_000).default(""),
  /** The attribute that its author chose for selectors, such as data-testid. */
  selectorAttribute: z.string().max(128).optional(),
  steps: z.array(recordedStep).min(1).max(500),
});

/** A user flow as the Recorder of Chrome DevTools exports it ("Export as a JSON file"). */
export interface Recording {
  title: string;
  selectorAttribute?: string | undefined;
  steps: RecordedStep[];
}

/** A named key, or a character with Control or Meta. A character alone may be part of what was typed. */
const chord =
  /^(?:(?:(?:Control|Alt|Meta|Shift)\+)*(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|Tab|Escape|Enter|Space)|(?:(?:Control|Meta)\+)+(?:Shift\+)?[a-z0-9])$/i;

/** What a person did to an element of a live page, without what was typed. */
export const noticed = z.object({
  kind: z.enum(["click", "doubleClick", "fill", "choose", "check", "upload", "press", "drag", "hover"]),
  /** As an export offers them, and `label/…`. */
  selectors: onElement.selectors,
  /** Of the element onto which it was dragged. */
  onto: onElement.selectors.optional(),
  ...field,
  /** A letter or a digit is in the field alone, as in one of several boxes for a code. */
  isCharacter: z.boolean(),
  /** How often its page had emptied the field before another text was typed into it. */
  emptied: z.int().min(0).max(1_000).default(0),
  chosen,
  checked: z.boolean(),
  /** What was pressed, except characters alone. */
  key: z.string().max(64).regex(chord).optional(),
});

export type Noticed = z.infer<typeof noticed>;

type OnElement = Pick<z.infer<typeof recordedSteps.click>, "selectors" | "target" | "assertedEvents">;

export type RecordedStep =
  | { [T in keyof typeof recordedSteps]: z.infer<(typeof recordedSteps)[T]> }[keyof typeof recordedSteps]
  /** A box that was checked or unchecked on a live page. The Recorder has clicks on it. */
  | (OnElement & { type: "check"; checked: boolean })
  /** What was clicked on a live page, which then sent a file. */
  | (OnElement & { type: "download" })
  /** What was dragged on a live page, and onto what. */
  | (OnElement & { type: "drag"; onto: RecordedSelector[] })
  /** How a dialog of a live page was answered. `asked`: what a prompt says into which a text was typed. */
  | (Omit<OnElement, "selectors"> & { type: "dialog"; accept: boolean; asked?: string });
export type RecordedSelector = z.infer<typeof selector>;
