import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Step } from "@gatepost/contract/steps";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccount, newApplication, newTemplate, type Operator, openOperator } from "../factories.ts";
import { type Parts, startParts } from "../failover/installed-parts.ts";
import { newPerson } from "../failover/person.ts";
import { startTraffic } from "../failover/traffic.ts";
import { echoPage, echoSteps, startWaits } from "../failover/waits.ts";
import { freePort } from "../free-port.ts";
import { type Balancer, openBalancer } from "./balancer.ts";

const secret = randomBytes(32).toString("hex");
/** Longer than the balancer needs to notice, and than a wait that is answered is open. */
const env = {
  GATEPOST_SHUTDOWN_DELAY_SECONDS: "3",
  GATEPOST_DRAIN_SECONDS: "8",
  GATEPOST_RATE_LIMIT: "off",
  GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0",
  WORKER_WAITING_PER_ACCOUNT: "6",
};
const wait = (name: string): Step => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } });

let database: ClonedDatabase;
let operator: Operator;
let site: Server;
let installed: Parts;
let balancer: Balancer;

beforeAll(async () => {
  database = await cloneDatabase();
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end(echoPage));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const webPorts = [await freePort(), await freePort()];
  installed = await startParts({ database, secret, webPorts, workers: 2, env });
  balancer = await openBalancer(webPorts);
  operator = openOperator({ database, secret });
});

afterAll(async () => {
  balancer?.close();
  await installed?.stop();
  site?.close();
  await operator?.close();
  await database?.drop();
});

test("R23: each web server and worker is restarted in turn under load: no call fails and no wait is lost", async () => {
  const { url } = balancer;
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await expect.poll(ready).toBe(200);
  const websiteURL = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
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
