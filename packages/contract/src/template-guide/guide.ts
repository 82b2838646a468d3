import { stepTypes } from "../steps.ts";
import { toMarkdown } from "./blocks.ts";
import { stepSection, steps } from "./step-sections.ts";

/** docs/steps.md, which `npm run docs` writes. */
export function stepsMarkdown(): string {
  const note =
    "<!-- Written by `npm run docs` from packages/contract/src/template-guide and the schemas of the steps. -->";
  return `${note}\n\n${toMarkdown([steps, ...stepTypes.map(stepSection)])}\n`;
}
