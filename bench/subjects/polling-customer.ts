import { setTimeout as sleep } from "node:timers/promises";
import { signInWith2fa } from "@gatepost/domain/templates/built-in/signing-in";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";

export interface PollingCustomer {
  /** Of the JSON methods. */
  port: number;
  clientKey: string;
  softId: number;
  /** The demo site. */
  siteUrl: string;
  /** Calls of getTaskResult, from one second divided by this after createTask on. */
  pollsPerSecond: number;
}

const codeName = "2fa_input_value";

/**
 * Signs in to the demo site, as a program does that has the code only once it was asked for: polls until the task waits,
 * pushes the code, polls until the task is ready.
 */
export async function signInByPolling(customer: PollingCustomer): Promise<void> {
  const { clientKey, softId, siteUrl, pollsPerSecond } = customer;
  const { taskId } = await call<{ taskId: number }>(customer, "createTask", {
    clientKey,
    softId,
    task: {
      type: "AntiGateTask",
      websiteURL: `${siteUrl}/login`,
      templateName: signInWith2fa.name,
      variables: {
        login_input_css: "#login",
        login_input_value: "ada",
        password_input_css: "#password",
        password_input_value: "lovelace",
        "2fa_input_css": "#2facode",
        [codeName]: "_WAIT_FOR_IT_",
        control_text: "Welcome, Ada",
      },
    },
  });
  for (let pushed = false; ; ) {
    await sleep(1_000 / pollsPerSecond);
    const result = await call<Result>(customer, "getTaskResult", { clientKey, taskId });
    if (result.status === "ready") return;
    if (pushed || !result.waitingFor.includes(codeName)) continue;
    await call(customer, "pushAntiGateVariable", { clientKey, taskId, name: codeName, value: rightCode });
    pushed = true;
  }
}

type Result = { status: "processing"; waitingFor: string[] } | { status: "ready" };

async function call<Answer = object>({ port }: PollingCustomer, method: string, body: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/${method}`, { method: "POST", body: JSON.stringify(body) });
  const result = (await answer.json()) as Answer & { errorId: number };
  if (result.errorId !== 0) throw new Error(`${method} returned ${JSON.stringify(result)}`);
  return result;
}
