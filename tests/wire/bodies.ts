import { randomUUID } from "node:crypto";
import { waitForIt } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { type Account, lateCodeSteps, newTemplate, type Operator } from "../factories.ts";
import type { Answer } from "./call.ts";

type Call = (method: "createTask", body: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Bodies of createTask for one account, on a template with one late variable, `code`. */
export async function newTaskBody(operator: Operator, account: Account, steps: WrittenStep[] = lateCodeSteps) {
  const templateName = await newTemplate(operator, account, steps);
  return (task: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
    clientKey: account.clientKey,
    task: {
      type: "AntiGateTask",
      websiteURL: "https://example.org/login",
      templateName,
      variables: { code: waitForIt },
      ...task,
    },
    ...more,
  });
}

/** Creates tasks that wait for `code`, and says their ids. */
export async function taskMaker(call: Call, operator: Operator, account: Account, steps?: WrittenStep[]) {
  const body = await newTaskBody(operator, account, steps);
  return async (task: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<number> => {
    const answer = await call("createTask", body(task, more));
    if (answer.body.errorId !== 0) throw new Error(`createTask answered ${answer.text}`);
    return answer.body.taskId as number;
  };
}

/** An id that no task ever had. */
export const noTask = 4_503_599_627_370_000;

export const freshIdempotencyKey = () => ({ "idempotency-key": randomUUID() });
