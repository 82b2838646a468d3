import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newAccount, openOperator } from "../factories.ts";
import { startInstallation } from "../installation.ts";
import { newTaskBody } from "./bodies.ts";
import { post } from "./call.ts";
import { openSite } from "./wire.ts";

interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  /** 2 is an error. */
  status: number;
}

// biome-ignore lint/suspicious/noExplicitAny: OTLP as it comes over the wire.
type Otlp = any;

const plain = (attributes: Otlp[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** A collector of OpenTelemetry's traces, which takes OTLP as JSON over HTTP. */
const spans: ReceivedSpan[] = [];
const paths = new Set<string>();
const collectorUrl = await openSite(async (request, response) => {
  paths.add(`${request.method} ${request.url} ${request.headers["content-type"]}`);
  const { resourceSpans }: Otlp = await json(request);
  for (const { resource, scopeSpans } of resourceSpans)
    for (const span of scopeSpans.flatMap((scope: Otlp) => scope.spans)) {
      const { name, traceId, spanId, parentSpanId } = span;
      spans.push({
        service: String(plain(resource.attributes)["service.name"]),
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: plain(span.attributes),
        status: span.status?.code ?? 0,
      });
    }
  response.setHeader("content-type", "application/json").end("{}");
});

const canary = "canary-in-the-traces";
const site = await openSite((_, response) => {
  response.setHeader("content-type", "text/html").end("<form><input id=value></form>");
});
const siteUrl = `${site}/${canary}?${canary}`;

/** A task with a late variable, from its creation to its end, in an installation that then stops. */
async function runTask() {
  const installation = await startInstallation({ worker: true, env: { GATEPOST_TRACES: collectorUrl } });
  const operator = openOperator(installation);
  try {
    const account = await newAccount(operator);
    const { clientKey } = account;
    const newBody = await newTaskBody(operator, account);
    const call = async (method: string, body: object) => {
      const answer = await post(installation.url, method, { clientKey, ...body });
      expect(answer.body.errorId, answer.text).toBe(0);
      return answer;
    };
    const { headers, body } = await call("createTask", newBody({ websiteURL: siteUrl }));
    const taskId = body.taskId as number;
    const result = async () => (await call("getTaskResult", { taskId })).body;
    await expect.poll(async () => (await result()).waitingFor, { interval: 100 }).toEqual(["code"]);
    await call("pushAntiGateVariable", { taskId, name: "code", value: canary });
    await expect.poll(async () => (await result()).status, { interval: 100 }).toBe("ready");
    return {
      taskId,
      requestId: headers.get("x-request-id"),
      secrets: [canary, clientKey, String(newBody().task.templateName), "gp_"],
    };
  } finally {
    await operator.close();
    // Web and worker send what they have before they end.
    await installation.stop();
  }
}

test("calls, batches, claims, tasks and steps are spans of traces, without values, keys and paths", async () => {
  const { taskId, requestId, secrets } = await runTask();
  const about = { "gatepost.task_id": taskId };

  const [request] = named("createTask", about);
  expect(request).toMatchObject({
    service: "gatepost-web",
    parentSpanId: undefined,
    status: 0,
    attributes: { "gatepost.request_id": requestId, "gatepost.response": "success" },
  });
  expect(named("batch insert_tasks")).toMatchObject([
    { traceId: request?.traceId, parentSpanId: request?.spanId, attributes: { "gatepost.batch.inputs": 1 } },
  ]);
  expect(named("pushAntiGateVariable", about)).toHaveLength(1);
  expect(named("claim", about)).toMatchObject([{ service: "gatepost-worker", attributes: { "gatepost.claimed": 1 } }]);
  const [attempt] = named("task", about);
  expect(attempt).toMatchObject({
    service: "gatepost-worker",
    status: 0,
    attributes: { "server.address": "127.0.0.1", "gatepost.outcome": "ready" },
  });
  const steps = spans.filter(({ parentSpanId, name }) => parentSpanId === attempt?.spanId && /^step /.test(name));
  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["step OPEN_PAGE", "step WAIT_FOR_VARIABLE_VALUE"]),
  );
  expect([...paths]).toEqual(["POST /v1/traces application/json"]);
  const all = JSON.stringify(spans);
  for (const secret of secrets) expect(all).not.toContain(secret);
});

function named(name: string, attributes: Record<string, unknown> = {}): ReceivedSpan[] {
  return spans.filter(
    (span) => span.name === name && Object.entries(attributes).every(([key, value]) => span.attributes[key] === value),
  );
}
