import type { Step } from "@gatepost/contract/steps";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { expect, test } from "vitest";
import { newAccount, newApplication, newTemplate } from "../factories.ts";
import { newPerson } from "../failover/person.ts";
import { startTraffic } from "../failover/traffic.ts";
import { echoPage, echoSteps, startWaits } from "../failover/waits.ts";
import { openParts } from "./balancer.ts";
import { openSite } from "./wire.ts";

/** Longer than the balancer needs to notice, and than a wait that is answered is open. */
const env = {
  GATEPOST_SHUTDOWN_DELAY_SECONDS: "3",
  GATEPOST_DRAIN_SECONDS: "8",
  GATEPOST_RATE_LIMIT: "off",
  GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0",
  WORKER_WAITING_PER_ACCOUNT: "6",
};
const wait = (name: string): Step => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } });

const { operator, installed, balancer } = await openParts({ workers: 2, env });
const websiteURL = await openSite((_, response) => response.setHeader("content-type", "text/html").end(echoPage));

test("R23: each web server and worker is restarted in turn under load: no call fails and no wait is lost", async () => {
  const { url } = balancer;
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await expect.poll(ready).toBe(200);
  const task = { type: "AntiGateTask", websiteURL, variables: { code: "_WAIT_FOR_IT_" } };

  // These never end, so that the workers' processors are left to the waits that are answered.
  const owner = await newAccount(operator, { balance: 1_000 });
  const endless = await newTemplate(operator, owner, [wait("code"), wait("never")]);
  const traffic = startTraffic({
    url,
    clientKey: owner.clientKey,
    softId: await newApplication(operator, owner),
    task: { ...task, templateName: endless, variables: { ...task.variables, never: "_WAIT_FOR_IT_" } },
    person: await newPerson(url),
    // Signing in alone is a tenth of a second of processor time, and other tests run beside this one.
    pauseMs: 300,
  });
  const { clientKey, ...account } = await newAccount(operator, { balance: 1_000 });
  const templateName = await newTemplate(operator, account, echoSteps);
  const waits = startWaits({
    call: traffic.call,
    clientKey,
    task: { ...task, templateName },
    // The last two stay open longer than any worker.
    heldMs: [500, 2_000, 600_000, 600_000],
  });
  const answers = async (more: number) => {
    const enough = waits.answered + more;
    await expect.poll(() => waits.answered).toBeGreaterThanOrEqual(enough);
  };
  await answers(3);
  for (const part of installed.parts) {
    await part.restart();
    await answers(3);
  }
  await waits.stop();
  await traffic.stop();

  console.log(Object.fromEntries(traffic.answers), `${waits.answered} waits answered`);
  expect(traffic.wrong).toEqual([]);
  expect(traffic.unavailable).toEqual([]);
  expect(waits.lost).toEqual([]);
  expect(await reconcile({ ctx: operator })).toEqual([]);
}, 600_000);
