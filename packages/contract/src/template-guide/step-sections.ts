import { ownParameterDocs } from "../step-parameters.ts";
import type { StepDefinition } from "../steps/define-step.ts";
import { defaultTimeout, type StepType, stepDefinitions, stepTypes } from "../steps.ts";

/** docs/steps.md, which `npm run docs` writes: what all steps have in common, and a section for each. */
export const stepsMarkdown = (): string => `\
<!-- Written by \`npm run docs\` from packages/contract/src/template-guide and the schemas of the steps. -->

# Steps

Unless a step says otherwise, it waits until its element is there and usable, and fails with ERROR_STEP_FAILED when \
its time is over: ${defaultTimeout.step} s, or its own \`timeout\`.

The column \`may be\` lists the forms of a parameter (see [Parameters and variables](./templates.md#parameters-and-variables)): \
\`permanent\` (a plain value), \`variable\`, \`text\`, \`secret\`, \`totp\`. It is empty where the value stands for itself, as nested \
steps do. Two parameters are the same for all steps, and are in a step's table only where they mean something else:

- \`"timeout": 10\`: the seconds after which the step has failed, above 0 and at most 3,600. Without it: ${defaultTimeout.step}, or \
${defaultTimeout.optional} for an optional step.
- \`"optional": true\`: if the step fails, that is noted, and the task continues. \`WAIT_FOR_VARIABLE_VALUE\` cannot have it.

${stepTypes.map(stepSection).join("\n\n")}
`;

/** A step as Markdown: its parameters, an example, and when it fails. */
export function stepSection(type: StepType): string {
  const { explanation, example, sequence, fails }: StepDefinition = stepDefinitions[type];
  const rows = ownParameterDocs(type).map(({ name, required, forms, value, standard, meaning }) => [
    `\`${name}\``,
    required ? "yes" : "no",
    forms.map((form) => `\`${form}\``).join(", "),
    value,
    standard,
    meaning,
  ]);
  return [
    `## ${type}`,
    explanation,
    rows.length > 0
      ? table(["parameter", "required", "may be", "value", "default", "meaning"], rows)
      : "It has only the parameters that all steps have.",
    json(example),
    ...(sequence ? [sequence.explanation, json(sequence.steps)] : []),
    ...(fails ? [`**Fails if**: ${fails}`] : []),
  ].join("\n\n");
}

const json = (value: unknown): string => `\`\`\`json\n${written(value)}\n\`\`\``;

const widest = 110;

/** JSON as people write it: what fits stands on one line. `before`: characters in front of it on that line. */
function written(value: unknown, indent = "", before = 0): string {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + before + line.length <= widest) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(([name, one]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + written(one, inner, Array.isArray(one) ? 0 : key.length);
      });
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${onOneLine(one)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** Formatted as the repository's formatter does. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [first = [], ...others] = all.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [first, line(widths.map((width) => "-".repeat(width))), ...others].join("\n");
}
