import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../checks.ts";
import { lateCodeSteps, newAccount, newTemplate } from "../factories.ts";
import { startInstallation } from "../installation.ts";
import { post } from "./call.ts";
import { openInstallation, openSite } from "./wire.ts";

/** The samples of a scrape: the value of each line, such as `gatepost_waits{age="under 1 minute"}`. */
type Samples = Map<string, number>;

async function scrape(url: string): Promise<{ text: string; samples: Samples }> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} said ${response.status}: ${text}`);
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  const pairs = lines.map((line) => {
    const space = line.lastIndexOf(" ");
    return [line.slice(0, space), Number(line.slice(space + 1))] as const;
  });
  return { text, samples: new Map(pairs) };
}

/** The names of metrics, as rules and dashboards write them: those of samples. */
function namesOf(samples: Samples): Set<string> {
  return new Set([...samples.keys()].map((key) => key.replace(/\{.*/, "")));
}

/** Our metrics, and those of Node.js and Prometheus itself, that an expression reads. */
function namesIn(expression: string): string[] {
  const withoutLabels = expression.replaceAll(/\{[^}]*\}/g, "").replaceAll(/\b(?:by|without) \([^)]*\)/g, "");
  return withoutLabels.match(/\b(?:gatepost|nodejs|process)_\w+\b/g) ?? [];
}

/** What Prometheus's own checker says, with its exit code; undefined if it is not installed. */
function promtool(args: string[], options: { cwd?: string; input?: string } = {}) {
  const { error, status, stdout, stderr } = spawnSync("promtool", args, { ...options, encoding: "utf8" });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return undefined;
  return { status, output: stdout + stderr };
}

const monitoring = join(root, "deploy/monitoring");
const canary = "canary-in-the-metrics";

const env = { GATEPOST_WEB_METRICS: "127.0.0.1:0", GATEPOST_WORKER_METRICS: "127.0.0.1:0" };
const { installation, operator } = await openInstallation({ worker: true, env });
const account = await newAccount(operator);
const templateName = await newTemplate(operator, account, lateCodeSteps);
const siteUrl = await openSite(({ url }, response) => {
  // Private, and not among the addresses that tasks may reach.
  if (url === "/inward") return response.writeHead(302, { location: "http://10.1.2.3/" }).end();
  response.setHeader("content-type", "text/html").end("<form><input id=value></form>");
});

const call = (method: string, body: object) =>
  post(installation.url, method, { clientKey: account.clientKey, ...body });
/** In the order of the processes: the web server's, then the worker's. */
const metricsAddresses = (log: string) =>
  [...log.matchAll(/"event":"metrics served","url":"([^"]+)"/g)].map(([, url]) => url);
const webMetrics = () => scrape(metricsAddresses(installation.log())[0] as string);
const workerMetrics = () => scrape(metricsAddresses(installation.log())[1] as string);

async function create(websiteURL: string): Promise<number> {
  const variables = { code: "_WAIT_FOR_IT_" };
  const task = { type: "AntiGateTask", websiteURL, templateName, variables };
  const { body, text } = await call("createTask", { task });
  expect(body.errorId, text).toBe(0);
  return body.taskId as number;
}

/** Waits until samples have these values, or more than these. */
async function becomes(read: () => Promise<{ samples: Samples }>, expected: Record<string, number>): Promise<void> {
  await expect.poll(async () => Object.fromEntries((await read()).samples), { interval: 200 }).toMatchObject(expected);
}

test("metrics follow a task from its creation to its end, a wait, a refused address and a refused call", async () => {
  const taskId = await create(`${siteUrl}/${canary}`);
  await becomes(webMetrics, {
    'gatepost_waits{age="under 1 minute"}': 1,
    'gatepost_slots{state="idle"}': 4,
    'gatepost_slots{state="busy"}': 0,
    gatepost_queued_tasks: 0,
    gatepost_queue_age_seconds: 0,
    gatepost_database_available: 1,
  });
  await becomes(workerMetrics, {
    gatepost_worker_slots: 4,
    gatepost_worker_busy_slots: 0,
    gatepost_worker_waits: 1,
    gatepost_worker_waiting_places: 100,
    gatepost_database_available: 1,
  });
  expect((await call("pushAntiGateVariable", { taskId, name: "code", value: canary })).body.errorId).toBe(0);
  expect((await call("pushAntiGateVariable", { taskId, name: "no such", value: canary })).body.errorId).not.toBe(0);
  await create(`${siteUrl}/inward`);
  await becomes(workerMetrics, {
    'gatepost_tasks_ended_total{outcome="ready"}': 1,
    'gatepost_tasks_ended_total{outcome="ERROR_WEBSITE_NOT_ALLOWED"}': 1,
    'gatepost_claim_seconds_count{claimed="yes"}': 2,
    gatepost_lease_losses_total: 0,
  });

  const { samples } = await webMetrics();
  const count = (key: string) => samples.get(key);
  expect(count('gatepost_calls_total{method="createTask",response="success"}')).toBe(2);
  expect(count('gatepost_call_seconds_count{method="createTask"}')).toBe(2);
  expect(count('gatepost_calls_total{method="pushAntiGateVariable",response="success"}')).toBe(1);
  expect(count('gatepost_calls_total{method="pushAntiGateVariable",response="ERROR_VARIABLE_NOT_EXPECTED"}')).toBe(1);
  expect(count('gatepost_batch_inputs_count{batch="insert_tasks"}')).toBe(2);
  expect(count('gatepost_waits{age="under 1 minute"}')).toBe(0);
  expect((await workerMetrics()).samples.get('gatepost_connect_failures_total{reason="refused"}')).toBeGreaterThan(0);
});

test("metrics contain no key, email, task, template, address or value, and few series", async () => {
  for (const { text, samples } of [await webMetrics(), await workerMetrics()]) {
    for (const secret of [account.clientKey, account.email, templateName, canary, "10.1.2.3", "gp_"])
      expect(text).not.toContain(secret);
    const labels = new Set([...samples.keys()].flatMap((key) => [...key.matchAll(/(\w+)="/g)].map(([, name]) => name)));
    const ours = "method response le state age pool batch outcome claimed reason delivered".split(" ");
    const ofNode = "type version major minor patch space kind".split(" ");
    const known: unknown[] = [...ours, ...ofNode];
    expect([...labels].filter((name) => !known.includes(name))).toEqual([]);
    expect(samples.size).toBeLessThan(600);
  }
});

test("metrics are on their own listeners only, and nothing else is there", async () => {
  expect((await fetch(`${installation.url}/metrics`)).status).toBe(404);
  const origin = new URL(metricsAddresses(installation.log())[0] as string).origin;
  for (const path of ["/", "/healthz", "/createTask"]) expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
});

test("each metric of the alert rules and of the dashboard is one that a web server or a worker has", async () => {
  const known = new Set([...namesOf((await webMetrics()).samples), ...namesOf((await workerMetrics()).samples)]);
  const rules = parse(readFileSync(join(monitoring, "alerts.yml"), "utf8")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const dashboard = JSON.parse(readFileSync(join(monitoring, "dashboard.json"), "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => [alert, expr] as const)),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  expect(expressions.length).toBeGreaterThan(25);
  for (const [name, expression] of expressions)
    expect(
      namesIn(expression).filter((one) => !known.has(one)),
      name,
    ).toEqual([]);
  const used = new Set(expressions.flatMap(([, expression]) => namesIn(expression)));
  const ours = [...known]
    .filter((name) => /^gatepost_/.test(name))
    .map((name) => name.replace(/_(?:sum|count|bucket)$/, ""));
  const unused = [...new Set(ours)].filter((name) => ![...used].some((one) => one.startsWith(name)));
  expect(unused.filter((name) => name !== "gatepost_worker_slots" && name !== "gatepost_worker_busy_slots")).toEqual(
    [],
  );
});

const noPromtool = promtool(["--version"])
  ? undefined
  : "promtool is not installed (on Debian: apt-get install prometheus)";

test("promtool accepts the scrapes, the alert rules and their tests", skippedIf(noPromtool), async () => {
  for (const { text } of [await webMetrics(), await workerMetrics()])
    expect(promtool(["check", "metrics"], { input: text })).toEqual({ status: 0, output: "" });
  for (const args of [
    ["check", "config", "prometheus.yml"],
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
  ])
    expect(promtool(args, { cwd: monitoring })).toMatchObject({ status: 0 });
});

test("several web processes behind one port have one scrape, with the sum of their calls", async () => {
  const { database, secret } = installation;
  const env = { WEB_CONCURRENCY: "2", GATEPOST_WEB_METRICS: "127.0.0.1:0" };
  const second = await startInstallation({ database, secret, env });
  try {
    const url = metricsAddresses(second.log())[0] as string;
    const calls = 40;
    // Each on a connection of its own, which are distributed over the processes.
    for (let n = 0; n < calls; n++)
      await post(second.url, "getBalance", { clientKey: account.clientKey }, { connection: "close" });
    await becomes(() => scrape(url), { 'gatepost_calls_total{method="getBalance",response="success"}': calls });
    const { samples } = await scrape(url);
    // Not of one process, and not twice the installation's.
    expect(samples.get("gatepost_database_available")).toBe(1);
    expect(samples.get('gatepost_slots{state="idle"}')).toBe(4);
  } finally {
    await second.stop();
  }
});

test("without an address no metrics are kept, and one that is taken is named", async () => {
  expect(installation.log()).toContain("metrics served");
  const { database, secret } = installation;
  const taken = new URL(metricsAddresses(installation.log())[0] as string).host;
  const silent = await startInstallation({ database, secret });
  expect(silent.log()).not.toContain("metrics served");
  await silent.stop();
  const starting = startInstallation({ database, secret, env: { GATEPOST_WEB_METRICS: taken } });
  await expect(starting).rejects.toThrow(`GATEPOST_WEB_METRICS names ${taken}, on which this process cannot listen`);
});
