import type { Step } from "@gatepost/contract/steps";
import { newAccount, newTemplate, type Operator } from "../factories.ts";
import { callMethod, startTraffic } from "./traffic.ts";
import { echoSteps, startWaits } from "./waits.ts";

const wait = (name: string): Step => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } });

interface LoadOptions {
  operator: Operator;
  url: string;
  /** Of `echoPage`. */
  websiteURL: string;
  heldMs: readonly number[];
  pauseMs?: number;
}

/** The traffic of one account, and the waits of another, which are answered. */
export async function startLoad({ operator, url, websiteURL, heldMs, ...more }: LoadOptions) {
  const task = { type: "AntiGateTask", websiteURL, variables: { code: "_WAIT_FOR_IT_" } };
  const owner = await newAccount(operator, { balance: 1_000 });
  // These never end, so that the workers' processors are left to the waits that are answered.
  const templateName = await newTemplate(operator, owner, [wait("code"), wait("never")]);
  const endless = { ...task, templateName, variables: { ...task.variables, never: "_WAIT_FOR_IT_" } };
  const traffic = await startTraffic({ operator, url, account: owner, task: endless, ...more });
  const { clientKey, ...account } = await newAccount(operator, { balance: 1_000 });
  const echoing = { ...task, templateName: await newTemplate(operator, account, echoSteps) };
  return { traffic, waits: startWaits({ call: traffic.call, clientKey, task: echoing, heldMs }) };
}

/** A task of a new account that waits for its code, and one that runs for so many seconds: what creates them. */
export async function newHeldTasks(operator: Operator, url: string, seconds: number) {
  const account = await newAccount(operator, { balance: 1_000 });
  const newTemplateOf = (step: Step) => newTemplate(operator, account, [step, { type: "TAKE_SCREENSHOT" }]);
  const task = {
    type: "AntiGateTask",
    websiteURL: `${url}/healthz`,
    templateName: await newTemplateOf(wait("code")),
    variables: { code: "_WAIT_FOR_IT_" },
  };
  const templateName = await newTemplateOf({ type: "PAUSE", seconds: { permanent: seconds } });
  const create = async (task: object) => {
    const { body, text } = await callMethod(url, "createTask", { clientKey: account.clientKey, task });
    if (body?.errorId !== 0) throw new Error(text);
    return Number(body.taskId);
  };
  return {
    account,
    /** Of createTask. */
    task,
    createWaiting: () => create(task),
    createRunning: () => create({ ...task, templateName, variables: {} }),
  };
}
