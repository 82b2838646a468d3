import { setTimeout as sleep } from "node:timers/promises";
import { rightCode, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { ensureChromium } from "../../apps/cli/src/up/chromium.ts";
import { newAccount, newApplication } from "../../tests/factories.ts";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { memoryOfTree } from "../memory.ts";
import { type Program, start } from "../program.ts";

const tasks = 24;
const slots = 4;

/** What a task costs a worker with its browser: the built-in sign-in with 2FA against the demo's site, its code pushed at once. */
export async function costInChromium(lab: Lab, installation: BenchInstallation, web: Program): Promise<Finding> {
  const site = await startSite();
  try {
    const chromium = await ensureChromium();
    await using worker = await start("../apps/worker/src/main.ts", {
      ...installation.workerEnv,
      ...{ GATEPOST_CHROMIUM: chromium, GATEPOST_EGRESS_ALLOW: "127.0.0.0/8", WORKER_SLOTS: String(slots) },
    });
    const account = await newAccount(installation.operator, { balance: 1_000 });
    const softId = await newApplication(installation.operator, account);
    await runTasks(installation, web, { ...account, softId, url: `${site.url}/login` }, slots);
    const [before, from] = [{ worker: cpuOf(worker.pid), postgres: cpuOf(lab.postmaster) }, performance.now()];
    const running = runTasks(installation, web, { ...account, softId, url: `${site.url}/login` }, tasks);
    await sleep(2_000);
    const { pss } = memoryOfTree(worker.pid);
    await running;
    const seconds = (performance.now() - from) / 1_000;
    const cpu = ((cpuOf(worker.pid) - before.worker) * 1_000) / tasks;
    const postgres = ((cpuOf(lab.postmaster) - before.postgres) * 1_000) / tasks;
    return {
      ...{ row: "cost", what: "a task in Chromium: sign-in with 2FA", unit: "µs", subject: [cpu + postgres] },
      note:
        `${Math.round(cpu / 1_000)} ms worker and browser + ${(postgres / 1_000).toFixed(1)} ms PostgreSQL; ${slots} slots ran ${((tasks / seconds) * 60).toFixed(0)} tasks a minute ` +
        `and took ${Math.round(pss)} MB; a core carries ${((60 * 1_000_000) / cpu).toFixed(0)} tasks a minute.`,
    };
  } finally {
    await site.close();
  }
}

interface Customer {
  clientKey: string;
  softId: number;
  url: string;
}

async function runTasks(
  installation: BenchInstallation,
  web: Program,
  customer: Customer,
  count: number,
): Promise<void> {
  const call = async (method: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${web.port}/${method}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const result = (await answer.json()) as { errorId: number; taskId: number };
    if (result.errorId !== 0) throw new Error(`${method} was answered ${JSON.stringify(result)}`);
    return result;
  };
  const { clientKey, softId, url } = customer;
  const ids = await Promise.all(
    Array.from({ length: count }, async () => {
      const { taskId } = await call("createTask", {
        ...{ clientKey, softId },
        task: {
          ...{ type: "AntiGateTask", websiteURL: url, templateName: "Sign-in with 2FA and wait for control text" },
          variables: {
            ...{ login_input_css: "#login", login_input_value: "ada" },
            ...{ password_input_css: "#password", password_input_value: "lovelace" },
            ...{ "2fa_input_css": "#2facode", "2fa_input_value": "_WAIT_FOR_IT_", control_text: "Welcome, Ada" },
          },
        },
      });
      await call("pushAntiGateVariable", { clientKey, taskId, name: "2fa_input_value", value: rightCode });
      return taskId;
    }),
  );
  for (;;) {
    const states = await installation.query<{ state: string; n: number }>(
      "select state, count(*) as n from task where id = any($1) group by state",
      [ids],
    );
    if (states.every(({ state }) => state === "ready")) return;
    if (states.some(({ state }) => state === "failed")) throw new Error(`Tasks failed: ${JSON.stringify(states)}`);
    await sleep(250);
  }
}
