import { firstTask } from "@gatepost/contract/first-task";
import { type MethodName, methodNames, methods } from "@gatepost/contract/methods";
import { openApi } from "@gatepost/contract/openapi";

interface Operation {
  tags: [string];
  summary: string;
  description: string;
}

interface OpenApi {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { post: Operation }>;
}

const { info, tags, paths } = openApi() as unknown as OpenApi;
const operationOf = (name: MethodName) => (paths[`/${name}`] as { post: Operation }).post;
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A collection for Postman, which Bruno, Insomnia and Hoppscotch import too: the examples of each method, by group. */
export function postmanCollection(): string {
  const variable = [
    { key: "baseUrl", value: "http://127.0.0.1:3000" },
    { key: "clientKey", value: "" },
  ];
  const item = tags.map(({ name, description }) => ({
    name,
    description,
    item: methodNames.filter((method) => operationOf(method).tags[0] === name).flatMap(requestsOf),
  }));
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  return json({ info: { name: `Gatepost ${info.version}`, schema }, variable, item });
}

function requestsOf(name: MethodName): object[] {
  const { summary, description } = operationOf(name);
  return methods[name].examples.map(({ title, request }, n) => ({
    name: n === 0 ? name : `${name}: ${title}`,
    request: {
      method: "POST",
      header: [{ key: "Content-Type", value: "application/json" }],
      url: `{{baseUrl}}/${name}`,
      description: `${summary}. ${description}`,
      body: { mode: "raw", raw: withKey(request), options: { raw: { language: "json" } } },
    },
  }));
}

function withKey(request: Record<string, unknown>): string {
  return JSON.stringify({ ...request, ...("clientKey" in request && { clientKey: "{{clientKey}}" }) }, null, 2);
}

/**
 * A workflow for n8n: creates a task, waits for its end, and answers with its result or fails with its error; its second trigger
 * pushes a value that arrives. Each call is held for up to 50 seconds instead of asking again and again.
 */
export function n8nWorkflow(): string {
  const at = (x: number, y: number) => ({ typeVersion: 1, position: [x, y] });
  const settings = '$("Settings").first().json';
  const call = (name: string, method: MethodName, fields: string, x: number) => ({
    name,
    type: "n8n-nodes-base.httpRequest",
    ...at(x, 0),
    typeVersion: 4.2,
    retryOnFail: method === "getTaskResult",
    parameters: {
      method: "POST",
      url: `={{ ${settings}.baseUrl }}/${method}`,
      sendBody: true,
      specifyBody: "json",
      jsonBody: `={{ JSON.stringify({ clientKey: ${settings}.clientKey, ${fields} }) }}`,
    },
  });
  const decide = (name: string, status: string, x: number, y: number) => ({
    name,
    type: "n8n-nodes-base.if",
    ...at(x, y),
    parameters: { conditions: { string: [{ value1: "={{ $json.status }}", value2: status }] } },
  });
  const task = JSON.stringify(firstTask);
  const nodes = [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", ...at(0, 0), parameters: {} },
    {
      name: "Settings",
      type: "n8n-nodes-base.set",
      ...at(200, 100),
      parameters: {
        values: {
          string: [
            { name: "baseUrl", value: "http://127.0.0.1:3000" },
            { name: "clientKey", value: "" },
          ],
        },
      },
    },
    call("Create task", "createTask", `task: ${task}`, 400),
    call("Wait for news", "getTaskResult", 'taskId: $("Create task").first().json.taskId, waitSeconds: 50', 600),
    decide("Still running?", "processing", 800, 0),
    decide("Succeeded?", "ready", 1_000, 100),
    {
      name: "Failed",
      type: "n8n-nodes-base.stopAndError",
      ...at(1_200, 200),
      parameters: { errorMessage: "={{ $json.errorCode }}: {{ $json.errorDescription }}" },
    },
    { name: "Result", type: "n8n-nodes-base.noOp", ...at(1_200, 0), parameters: {} },
  ];
  const to = (...branches: string[]) => ({
    main: branches.map((node) => [{ node, type: "main", index: 0 }]),
  });
  const connections = {
    Start: to("Settings"),
    Settings: to("Create task"),
    "Create task": to("Wait for news"),
    "Wait for news": to("Still running?"),
    "Still running?": to("Wait for news", "Succeeded?"),
    "Succeeded?": to("Result", "Failed"),
  };
  return json({ name: "Run a Gatepost task", nodes, connections, settings: { executionTimeout: 3_600 } });
}
