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
  return `${JSON.stringify({ info: { name: `Gatepost ${info.version}`, schema }, variable, item }, null, 2)}\n`;
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
