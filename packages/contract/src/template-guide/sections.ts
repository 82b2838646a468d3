import { stepTypes } from "../steps.ts";
import { approvals } from "./approvals.ts";
import type { Section } from "./blocks.ts";
import { parametersAndVariables, templateDocument } from "./document.ts";
import { builtInTemplates, fromRecording, gettingStarted } from "./getting-started.ts";
import { lateValues } from "./late-values.ts";
import { nestedSteps } from "./nested-steps.ts";
import { problems } from "./problems.ts";
import { selectors } from "./selectors.ts";
import { stepSection, steps } from "./step-sections.ts";
import { storedSecrets } from "./stored-secrets.ts";
import { sessions, taskBrowser } from "./task-browser.ts";

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
