import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@gatepost/contract/limits";
import { newWorker } from "@gatepost/domain/platform/testing";
import { claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { takeVariable } from "@gatepost/domain/waits/take-variable";
import { newAccount, newApplication } from "../../tests/factories.ts";
import { newPortalSession } from "../../tests/portal-session.ts";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import type { Program } from "../program.ts";
import { callMethod, codeName, taskBody } from "./task-calls.ts";

const count = 200;

/** One of the people whose portals are open, with a task that waits. */
interface Person {
  cookie: string;
  clientKey: string;
  taskId: number;
}

/** What open pages and held calls cost while nothing happens, as a share of one core: the web process and PostgreSQL. */
export async function portalsRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("portals");
  await using web = await installation.startWeb("direct", { GATEPOST_SIGNUP: "open" });
  lab.say(`signing in ${count} people`);
  const people = await newPeople(installation, web);
  const seconds = lab.rounds > 1 ? 20 : 5;
  const idle = await shareOfCore(lab, web, seconds);
  const findings: Finding[] = [];
  const measure = async (what: string, open: (person: Person) => Promise<ClientRequest>[]) => {
    lab.say(what);
    const requests = (await Promise.all(people.map((person) => Promise.all(open(person))))).flat();
    const busy = await shareOfCore(lab, web, seconds);
    for (const one of requests) one.destroy();
    findings.push({
      row: "portals",
      what: `${what}, when nothing happens`,
      unit: "%",
      asked: { atMost: 5 },
      subject: [busy.web + busy.postgres - idle.web - idle.postgres],
      note: `of one core, over ${seconds} s: web ${shown(busy.web)}, PostgreSQL ${shown(busy.postgres)}; without them ${shown(idle.web)} and ${shown(idle.postgres)}.`,
    });
  };
  const { port } = web;
  await measure(`${count} open pages, a stream each`, ({ cookie }) => [openStream(port, cookie, "tasks.followWaits")]);
  await measure(`${count} open lists of tasks, two streams each`, ({ cookie }) => [
    openStream(port, cookie, "tasks.followWaits"),
    openStream(port, cookie, "tasks.followList", { limit: 50 }),
  ]);
  await measure(`${count} open pages of a waiting task, two streams each`, ({ cookie, taskId }) => [
    openStream(port, cookie, "tasks.followWaits"),
    openStream(port, cookie, "tasks.follow", { taskId }),
  ]);
  await measure(`${count} held calls (waitSeconds)`, ({ clientKey, taskId }) => [holdCall(port, clientKey, taskId)]);
  return findings;
}

const shown = (percent: number) => `${percent.toFixed(1)} %`;

async function newPeople(installation: BenchInstallation, web: Program): Promise<Person[]> {
  const { operator } = installation;
  const softId = await newApplication(operator, await newAccount(operator));
  const people: Person[] = [];
  while (people.length < count) {
    const { accountId, clientKey } = await newAccount(operator);
    const create = JSON.parse(taskBody(clientKey, softId));
    const { taskId } = await callMethod<{ taskId: number }>(web.port, "createTask", create);
    people.push({ cookie: await newPortalSession({ operator }, accountId), clientKey, taskId });
  }
  await enterWaits(installation);
  return people;
}

/** Everything that is queued begins to wait for its code, in a worker whose lease does not expire. */
async function enterWaits({ operator, query }: BenchInstallation): Promise<void> {
  const ctx = await newWorker(operator, { slots: count });
  await query("update worker set lease_tick = 2147483647 where id = $1", [ctx.actor.workerId]);
  for (let tasks = await claimTasks({ ctx, input: { limit: 50 } }); tasks.length > 0; ) {
    for (const { taskId, accountId, fence } of tasks) {
      const input = { taskId, accountId, fence, name: codeName, timeoutSeconds: 3_600 };
      const { status } = await takeVariable({ ctx, input });
      if (status !== "waiting") throw new Error(`Task ${taskId} was to wait, and is ${status}.`);
    }
    tasks = await claimTasks({ ctx, input: { limit: 50 } });
  }
}

/** CPU of the web process and of PostgreSQL in percent of one core, once what began before has settled. */
async function shareOfCore(lab: Lab, web: Program, seconds: number): Promise<{ web: number; postgres: number }> {
  await sleep(3_000);
  const read = () => ({ web: cpuOf(web.pid), postgres: cpuOf(lab.postmaster), at: performance.now() });
  const before = read();
  await sleep(seconds * 1_000);
  const after = read();
  const share = (of: "web" | "postgres") => ((after[of] - before[of]) / (after.at - before.at)) * 100;
  return { web: share("web"), postgres: share("postgres") };
}

/** A subscription of the portal, open until it is destroyed. Resolves with its first event. */
async function openStream(port: number, cookie: string, procedure: string, input?: object): Promise<ClientRequest> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : "";
  const path = `/api/trpc/${procedure}${query}`;
  const stream = request({ port, host: "127.0.0.1", agent: false, path, headers: { cookie } });
  stream.on("error", () => {}).end();
  const [response] = (await once(stream, "response")) as [IncomingMessage];
  response.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("serialized-error")) reject(new Error(`${procedure} was answered ${text}`));
      if (/^data: *\{"json"/m.test(text)) resolve();
    });
    response.on("end", () => reject(new Error(`${procedure} ended: ${text}`)));
  });
  return stream;
}

/** A call of getTaskResult that is held, because nothing happens. */
async function holdCall(port: number, clientKey: string, taskId: number): Promise<ClientRequest> {
  const call = request({ port, host: "127.0.0.1", agent: false, path: "/getTaskResult", method: "POST" });
  call.on("error", () => {});
  call.on("response", () => {
    throw new Error("A call that was to be held was answered.");
  });
  call.setHeader("content-type", "application/json");
  call.end(JSON.stringify({ clientKey, taskId, waitSeconds: limits.heldSeconds }));
  await once(call, "finish");
  return call;
}
