import { readFileSync } from "node:fs";
import { modes } from "@gatepost/contract/modes";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { type ErrorCode, errorCodes, errors, statusOf } from "./errors.ts";
import { errorsOf } from "./method.ts";
import { methodNames, methods } from "./methods.ts";
import { openApi } from "./openapi.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is looked at here as its readers see it, untyped.
const document = openApi() as any;

/** Holds a value against a schema of the document. */
const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: "openapi", ...document });
const matches = (pointer: string, value: unknown): boolean => ajv.validate(`openapi#${pointer}`, value) === true;
const answerOf = (name: string) => `/paths/~1${name}/post/responses/200/content/application~1json/schema`;
const envelope = (code: ErrorCode, usual = false) => ({
  errorId: errors[code].id,
  errorCode: code,
  errorDescription: usual ? errors[code].description : "Why.",
});

test("F3: the document is valid OpenAPI 3.1, and Redocly's recommended rules find no error and nothing to warn of", async () => {
  const result = await new Validator().validate(openApi());
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(document.openapi).toBe("3.1.0");

  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "/openapi.json", config });
  console.info(`Redocly's recommended rules: ${problems.length} problems`);
  expect(problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([]);
});

test("mode is one of the table, variables are any values by name, and units are stated", () => {
  const { getAppStatsRequest, createTaskRequest, getAppStatsResponse } = document.components.schemas;
  const { mode } = getAppStatsRequest.properties;
  expect(mode.anyOf).toEqual([{ type: "string", enum: modes }, { type: "null" }]);
  for (const name of modes) expect(mode.description).toMatch(new RegExp(`\\* \`${name}\`: .* Unit: `));
  expect(mode.description).toContain("Unit: US cents");
  expect(mode.description, "the enumeration has one letter case").not.toContain("letter case");
  const [variables] = createTaskRequest.properties.task.properties.variables.anyOf;
  expect(variables).toMatchObject({ type: "object", additionalProperties: true });
  expect(getAppStatsResponse.properties.chartData.items.properties.data.items.properties.y.description).toContain(
    "US cents",
  );
  expect(document.paths["/getAppStats"].post.description).toContain("366 days");
  expect(document.components.schemas.getBalanceResponse.properties.balance.description).toContain("US dollars");
});

test("it has every method and what every errorId means, and no allOf, which generators of clients do not understand in a string", () => {
  expect(JSON.stringify(document)).not.toContain('"allOf"');

  for (const code of errorCodes)
    expect(document.info.description).toContain(`| ${errors[code].id} | ${code} | ${errors[code].description} |`);

  expect(Object.keys(document.paths)).toEqual(methodNames.map((name) => `/${name}`));
});

test("its examples show where the demo's site is, and a filled proxy field does not match it", () => {
  const text = JSON.stringify(openApi("http://127.0.0.1:41234"));
  expect(text).toContain("http://127.0.0.1:41234/login");
  expect(text).not.toContain(":3900");
  expect(JSON.stringify(openApi())).toContain("http://127.0.0.1:3900/login");

  const [example] = methods.createTask.examples;
  const request = structuredClone(example?.request) as { task: Record<string, unknown> };
  request.task.proxyAddress = "198.51.100.7";
  expect(matches("/components/schemas/createTaskRequest", request)).toBe(false);
});

test("it has the release's version and relative addresses, names no method without a group, and uses nothing of one tool only", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  expect(document.info.version).toBe(version);
  // Relative, so that it holds behind a path prefix.
  expect(document.servers).toEqual([{ url: "." }]);
  const used = Object.values(document.paths as Record<string, { post: { tags: string[] } }>).flatMap(
    ({ post }) => post.tags,
  );
  expect(document.tags.map(({ name }: { name: string }) => name).sort()).toEqual([...new Set(used)].sort());
  expect(JSON.stringify(document)).not.toMatch(/"x-/);
});

test.for(methodNames)(
  "%s has its key, errors, statuses and examples, and nothing matches its schemas but what they mean",
  (name) => {
    const method = methods[name];
    const { post } = document.paths[`/${name}`];
    const request = document.components.schemas[`${name}Request`];
    expect(request.required?.includes("clientKey") ?? false).toBe(method.access !== "anyone");
    for (const [property, described] of Object.entries(request.properties))
      expect(Object.keys(described as object), `${name}.${property}`).not.toEqual([]);
    expect(post.parameters).toEqual(
      method.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : undefined,
    );

    expect(method.examples.length).toBeGreaterThan(0);
    for (const { request, response } of method.examples) {
      expect(matches(`/components/schemas/${name}Request`, request), ajv.errorsText()).toBe(true);
      expect(matches(answerOf(name), response), ajv.errorsText()).toBe(true);
    }
    const possible = new Set<ErrorCode>(errorsOf(method));
    for (const code of errorCodes) {
      const expected = possible.has(code) && (statusOf(code) === 200 || method.errors.includes(code));
      expect(matches(answerOf(name), envelope(code)), code).toBe(expected);
    }
    const badRequest = envelope("ERROR_BAD_REQUEST");
    expect(matches(answerOf(name), { ...badRequest, errorId: 1 }), "an id of another code").toBe(false);
    expect(matches(answerOf(name), { ...badRequest, more: 1 }), "a fourth property").toBe(false);
    expect(matches(answerOf(name), { errorId: 0, errorCode: "" }), "a success with errorCode").toBe(false);

    expect(Object.keys(post.responses).sort()).toEqual(["200", "400", "413", "415", "429", "500", "503"]);
    for (const [status, response] of Object.entries(post.responses)) {
      const said = status === "200" ? response : document.components.responses[`Status${status}`];
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const { examples } = (said as any).content["application/json"];
      const codes = Object.keys(examples).filter((one) => one.startsWith("ERROR_"));
      expect(codes.length, status).toBeGreaterThan(0);
      for (const code of codes) {
        expect(examples[code]).toEqual({ $ref: `#/components/examples/${code}` });
        expect(document.components.examples[code].value).toEqual(envelope(code as ErrorCode, true));
        if (status === "200") expect(matches(answerOf(name), envelope(code as ErrorCode)), code).toBe(true);
      }
    }
  },
);

test.for([
  [400, "ERROR_BAD_REQUEST"],
  [413, "ERROR_REQUEST_TOO_LARGE"],
  [429, "ERROR_TOO_MANY_REQUESTS"],
  [500, "ERROR_INTERNAL"],
  [503, "ERROR_SERVICE_UNAVAILABLE"],
] as const)("HTTP %d has the same envelope, with %s", ([status, code]) => {
  const pointer = `/components/responses/Status${status}/content/application~1json/schema`;
  expect(matches(pointer, envelope(code))).toBe(true);
  expect(matches(pointer, envelope("ERROR_KEY_DOES_NOT_EXIST"))).toBe(false);
});

test.for([429, 503])("HTTP %d says when to retry", (status) => {
  expect(document.components.responses[`Status${status}`].headers).toHaveProperty("Retry-After");
});
