import { ownParameterDocs } from "../step-parameters.ts";
import type { StepDefinition } from "../steps/define-step.ts";
import { defaultTimeout, type StepType, stepDefinitions, stepTypes } from "../steps.ts";
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

export function stepSection(type: StepType): Section {
  const { explanation, example, sequence, fails }: StepDefinition = stepDefinitions[type];
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

/** docs/steps.md, which `npm run docs` writes. */
export function stepsMarkdown(): string {
  const note =
    "<!-- Written by `npm run docs` from packages/contract/src/template-guide and the schemas of the steps. -->";
  return `${note}\n\n${toMarkdown([steps, ...stepTypes.map(stepSection)])}\n`;
}
