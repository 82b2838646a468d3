import { type StepGuide, stepGuide } from "../step-guide.ts";
import { ownParameterDocs } from "../step-parameters.ts";
import { defaultTimeout, type StepType, stepTypes } from "../steps.ts";
import { type Block, json, list, type Section, text, toMarkdown } from "./blocks.ts";

/** What all steps have in common. */
export const steps: Section = {
  title: "Steps",
  level: 1,
  blocks: [
    text(
      "Unless a step says otherwise, it waits until its element is there and usable, and fails with ERROR_STEP_FAILED when",
      `its time is over: ${defaultTimeout.step} s, or its own \`timeout\`.`,
    ),
    text(
      "The column `may be` lists the forms of a parameter (see [Parameters and variables](./templates.md#parameters-and-variables)): `permanent` (a plain value), `variable`, `text`, `secret`, `totp`. It is",
      "empty where the value stands for itself, as nested steps do. Two parameters are the same for all steps, and are in a step's",
      "table only where they mean something else:",
    ),
    list(
      `\`"timeout": 10\`: the seconds after which the step has failed, above 0 and at most 3,600. Without it: ${defaultTimeout.step}, or ${defaultTimeout.optional} for an optional step.`,
      '`"optional": true`: if the step fails, that is noted, and the task continues. `WAIT_FOR_VARIABLE_VALUE` cannot have it.',
    ),
  ],
};

/** One step type: what it does, its parameters, an example, and when it fails. */
export function stepSection(type: StepType): Section {
  const { explanation, example, sequence }: StepGuide = stepGuide[type];
  const fails = stepFailures[type];
  const parameters = ownParameterDocs(type);
  const table: Block = {
    kind: "table",
    head: ["parameter", "required", "may be", "value", "default", "meaning"],
    rows: parameters.map(({ name, required, forms, value, standard, meaning }) => [
      `\`${name}\``,
      required ? "yes" : "no",
      forms.map((form) => `\`${form}\``).join(", "),
      value,
      standard,
      meaning,
    ]),
  };
  const blocks: Block[] = [
    text(explanation),
    parameters.length > 0 ? table : text("It has only the parameters that all steps have."),
    json(example),
    ...(sequence ? [text(sequence.explanation), json(sequence.steps)] : []),
    ...(fails ? [text(`**Fails if**: ${fails}`)] : []),
  ];
  return { title: type, level: 2, blocks };
}

const notFound =
  "The element did not appear in time: the error names the selector, and says where it was looked for and which frames were not loaded.";

/** When a step fails, and what its error says then, beyond that its time was over. */
const stepFailures: Readonly<Partial<Record<StepType, string>>> = {
  OPEN_PAGE:
    "The page could not be opened (the error gives the reason, such as a refused connection), or the address is not allowed: ERROR_WEBSITE_NOT_ALLOWED.",
  FILL_INPUT: `${notFound} The value is not in the form that the field takes, such as a date. The page or frame is not within a domain of the stored secret.`,
  CLICK: `${notFound} It appeared, but could not be clicked: the error says what was in the way.`,
  SELECT_OPTION: "The element is not a select, or has no such option: the error lists the options that it has.",
  SET_CHECKBOX:
    "The element is neither a checkbox nor a radio button, the value is neither true nor false, or a radio button is to be unchecked, which only checking another one does.",
  PRESS_KEY: "The key does not exist, or the chord would paste.",
  DOWNLOAD_FILE: `${notFound} After the click no download began, it did not arrive completely in the step's time, or it is larger than what a task keeps.`,
  UPLOAD_FILE: "The element is not a file field, or the content is not base64.",
  WAIT_FOR_TEXT: "The text did not appear in time. With a selector, the error says what the element showed instead.",
  WAIT_FOR_TEXT_GONE: "The page still showed the text when the time was over.",
  WAIT_FOR_ELEMENT: notFound,
  WAIT_FOR_ELEMENT_GONE: "An element that the selector matches was still visible when the time was over.",
  WAIT_FOR_URL: "The address never matched the pattern.",
  WAIT_FOR_VARIABLE_VALUE: "No value was pushed in time: ERROR_VARIABLE_TIMEOUT, which names the variable.",
  ASK_AGAIN_IF_TEXT: "The site refused the last of the attempts.",
  READ_TEXT: `${notFound} Its text is longer than what a task keeps.`,
  TAKE_SCREENSHOT: notFound,
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: notFound,
  TYPE_TEXT: `${notFound} The page or frame is not within a domain of the stored secret.`,
  ASK_AGAIN_IF_ELEMENT: "The site refused the last of the attempts.",
  READ_LIST: "No element matched in time, or the list is longer than what a task keeps.",
  HOVER: notFound,
  SCROLL_TO: notFound,
  DRAG: "One of the two elements did not appear in time: the error names its selector.",
  SWITCH_WINDOW: "No open window has an address that matches: the error says how many are open.",
  CLOSE_WINDOW: "The task is in its first window, which stays open.",
  PAUSE: "The pause is longer than the step's timeout.",
};

/** docs/steps.md, which `npm run docs` writes. */
export function stepsMarkdown(): string {
  const note =
    "<!-- Written by `npm run docs` from packages/contract/src/template-guide and the schemas of the steps. -->";
  return `${note}\n\n${toMarkdown([steps, ...stepTypes.map(stepSection)])}\n`;
}
