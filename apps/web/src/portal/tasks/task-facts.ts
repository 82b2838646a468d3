import type { ErrorCode } from "@gatepost/contract/errors";
import { helpName, waitForIt } from "@gatepost/contract/limits";
import { sample } from "../../public/docs/samples.ts";
import type { Answers } from "../../trpc/client.tsx";
import type { OnFailure, VariableField } from "../templates/given-values.ts";

/**
 * Loaded pages of a timeline with steps as they are now: known ones are replaced, and new ones join the last page, unless
 * pages before them are not loaded yet.
 */
export function withSteps<Step extends { stepId: number }, Page extends { items: Step[]; next: number | null }>(
  pages: readonly Page[],
  steps: readonly Step[],
): Page[] {
  const byId = new Map(steps.map((step) => [step.stepId, step]));
  const known = new Set(pages.flatMap(({ items }) => items.map(({ stepId }) => stepId)));
  const added = steps.filter(({ stepId }) => !known.has(stepId));
  return pages.map((page, index) => {
    const items = page.items.map((step) => byId.get(step.stepId) ?? step);
    const isEnd = index === pages.length - 1 && page.next === null;
    return { ...page, items: isEnd ? [...items, ...added] : items };
  });
}

interface LateVariable {
  name?: string;
  state: string;
  awaitedAt: Date | null;
}

/** The values that a task that has not ended can still be given: first those that it asks for now. */
export function openVariables<Variable extends LateVariable>(variables: readonly Variable[]): Variable[] {
  return (
    variables
      // A step that fails asks for help; until then there is nothing to answer.
      .filter(({ name, state, awaitedAt }) => state !== "taken" && (name !== helpName || awaitedAt !== null))
      .sort((one, other) => Number(other.awaitedAt !== null) - Number(one.awaitedAt !== null))
  );
}

export const advice: Partial<Record<ErrorCode, string>> = {
  ERROR_STEP_FAILED:
    "Compare the screenshot with what the step looks for. If the page was only slow, raise the step's timeout; otherwise change its selector or text, and create the task again.",
  ERROR_VARIABLE_TIMEOUT: "Answer sooner, extend the wait while it is open, or raise the timeout of the waiting step.",
  ERROR_TASK_TIMEOUT: "Raise the template's timeout, or shorten its steps.",
  ERROR_WEBSITE_NOT_ALLOWED: "Check the URL. The operator decides which networks tasks may reach.",
  ERROR_NO_SLOT_AVAILABLE: "No worker was free for an hour. Create the task again later, or with a higher bid.",
  ERROR_TASK_CANCELED: "Create the task again if it is still needed.",
  ERROR_WORKER_LOST: "Check on the site what the task has done before you create it again.",
  ERROR_INTERNAL: "Give the task ID to the operator.",
};

type Call = Answers["tasks"]["creatingCall"];

/** The createTask call as curl. The key and the values are left out, because neither is kept in a readable form. */
export function callText(call: Call, origin: string): string {
  const { templateName, draft, websiteUrl, domainsOfInterest, session, onFailure, variables } = call;
  const { softId, callbackUrl, callbackOn, notify } = call;
  const body = {
    clientKey: "YOUR_KEY",
    ...(softId !== null && { softId }),
    ...(callbackUrl !== null && { callbackUrl }),
    ...(callbackOn.length > 0 && { callbackOn }),
    ...(notify.length > 0 && { notify }),
    task: {
      type: "AntiGateTask",
      websiteURL: websiteUrl,
      ...(draft ? { template: draft } : { templateName }),
      ...(session !== null && { session }),
      ...(onFailure !== null && { onFailure }),
      variables: Object.fromEntries(variables.map(({ name, cameLate }) => [name, cameLate ? waitForIt : "…"])),
      ...(domainsOfInterest.length > 0 && { domainsOfInterest }),
    },
  };
  return sample("curl", { origin, method: "createTask", body });
}

interface RunCall {
  origin: string;
  /** The caller's key, or what stands for it. */
  key: string;
  template: { templateName: string } | { template: object };
  websiteURL: string;
  onFailure: OnFailure | undefined;
  variables: readonly VariableField[];
  entered: readonly { name: string; value: string | null }[];
}

/** The createTask call that does what the form does, as curl. Passwords and files are left out, also the password of an address. */
export function runCall({ origin, key, template, websiteURL, onFailure, variables, entered }: RunCall): string {
  const entries = new Map(variables.map(({ name, entry }) => [name, entry]));
  const values = entered.map(({ name, value }) => [
    name,
    value === null ? waitForIt : shownValue(value, entries.get(name)),
  ]);
  const given = { ...(onFailure && { onFailure }), variables: Object.fromEntries(values) };
  const address = websiteURL.replace(/^(\s*https?:[\\/]+[^\\/?#:@]*:)[^\\/?#]*@/i, "$1…@");
  const task = { type: "AntiGateTask", websiteURL: address, ...template, ...given };
  return sample("curl", { origin, method: "createTask", body: { clientKey: key, task } });
}

function shownValue(text: string, entry: VariableField["entry"] | undefined): unknown {
  switch (entry) {
    case "password":
      return "…";
    case "file":
      return { name: "…", base64: "…" };
    case "yes_no":
      return text === "yes";
    case "number":
      return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
    default:
      return text;
  }
}
