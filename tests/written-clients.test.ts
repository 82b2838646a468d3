import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firstTask } from "@gatepost/contract/first-task";
import { methodNames, methods } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { postmanCollection } from "../clients/postman.ts";
import { written } from "../clients/write.ts";

test.for(Object.keys(written()))("%s is what npm run clients writes", (path) => {
  expect(readFileSync(join(import.meta.dirname, "..", path), "utf8")).toBe(written()[path]);
});

test("the collection has every example of every method, with variables for the address and the key", () => {
  const { item } = JSON.parse(postmanCollection()) as {
    item: { item: { request: { url: string; body: { raw: string } } }[] }[];
  };
  const sent = item.flatMap((group) => group.item).map(({ request }) => [request.url, JSON.parse(request.body.raw)]);
  const examples = methodNames.flatMap((name) =>
    methods[name].examples.map(({ request }) => {
      const body = "clientKey" in request ? { ...request, clientKey: "{{clientKey}}" } : request;
      return [`{{baseUrl}}/${name}`, body];
    }),
  );
  expect(new Set(sent.map((one) => JSON.stringify(one)))).toEqual(new Set(examples.map((one) => JSON.stringify(one))));
});

test("the workflow for n8n creates the task of the quick start, and calls only methods that exist", () => {
  const { nodes } = JSON.parse(readFileSync(join(import.meta.dirname, "../clients/gatepost.n8n.json"), "utf8")) as {
    nodes: { parameters: { url?: string; jsonBody?: string } }[];
  };
  const calls = nodes.flatMap(({ parameters: { url, jsonBody } }) => (url ? [[url.split("/").at(-1), jsonBody]] : []));
  expect(calls.map(([method]) => method)).toEqual(["createTask", "getTaskResult"]);
  for (const [method] of calls) expect(methodNames).toContain(method);
  expect(calls[0]?.[1]).toContain(`task: ${JSON.stringify(firstTask)}`);
});
