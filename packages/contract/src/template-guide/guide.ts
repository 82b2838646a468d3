import { stepTypes } from "../steps.ts";
import { type Section, toMarkdown } from "./blocks.ts";
import { nestedSteps, parametersAndVariables, selectors, storedSecrets, templateDocument } from "./document.ts";
import { builtInTemplates, fromRecording, gettingStarted } from "./getting-started.ts";
import { approvals, lateValues } from "./late-values.ts";
import { problems, sessions, taskBrowser } from "./running.ts";
import { stepSection, steps } from "./step-sections.ts";

/** The whole documentation of templates, in order. */
export function templateGuide(): Section[] {
  return [
    gettingStarted,
    fromRecording,
    templateDocument,
    builtInTemplates,
    parametersAndVariables,
    storedSecrets,
    lateValues,
    approvals,
    selectors,
    nestedSteps,
    taskBrowser,
    sessions,
    problems,
    steps,
    ...stepTypes.map(stepSection),
  ];
}

/** docs/templates.md, which `npm run docs` writes. */
export function templatesMarkdown(): string {
  const note =
    "<!-- Written by `npm run docs` from packages/contract/src/template-guide and the schemas of the steps. -->";
  return `${note}\n\n# Templates\n\n${toMarkdown(templateGuide())}\n`;
}
