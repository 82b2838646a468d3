import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { type ErrorCode, errorCodes, errors, statusOf } from "./errors.ts";
import { atDemoSite } from "./first-task.ts";
import { callLimits, operatorLimits } from "./limit-sentences.ts";
import { limits } from "./limits.ts";
import { errorsOf, groups, type Method } from "./method.ts";
import { methods } from "./methods.ts";
import { transportErrors } from "./transport.ts";

type Json = Record<string, unknown>;

const all: readonly Method[] = Object.values(methods);

const withoutKey = all.filter(({ access }) => access === "anyone").map(({ name }) => `\`${name}\``);

/** What applies to all methods. */
export const introduction =
  "Every call is a POST with a JSON object. The account's key is its property `clientKey`; no header or cookie authorizes " +
  `a call. ${withoutKey.join(" and ")} need no key. ` +
  "Every response carries `errorId`: 0 is success; anything else comes with `errorCode` and `errorDescription`, " +
  "and with HTTP status 200, unless the request cannot be read (400, 405, 408, 413, 415, 431), calls come too fast (429) or the service fails (500, 503). Times are Unix seconds. Amounts of money are US dollars, except " +
  "in charts of `getAppStats`, which are US cents.";

/** Every error that a documented method can return; ERROR_NO_SUCH_METHOD is returned for every other path. */
const answered = errorCodes.filter((code) => all.some((method) => errorsOf(method).includes(code)));

const errorTable = [
  "| errorId | errorCode | meaning |",
  "|---|---|---|",
  ...errorCodes.map((code) => `| ${errors[code].id} | ${code} | ${errors[code].description} |`),
].join("\n");

const limitLists = [
  "Limits:",
  ...callLimits.map((sentence) => `* ${sentence}`),
  "\nLimits that the operator may have changed:",
  ...operatorLimits.map((sentence) => `* ${sentence}`),
].join("\n");

/**
 * The OpenAPI 3.1 document of the JSON methods, assembled from the method table and the error table. `demoSite`: the
 * origin of the demo site, if it is not the usual one.
 */
export function openApi(demoSite?: string): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Gatepost",
      version: manifest.version,
      summary: "Tasks with late variables, and statistics for the owners of applications.",
      description: `${introduction}\n\n${errorTable}\n\n${limitLists}`,
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    // The key is in the body, for which OpenAPI has no security scheme; see LargeBody.
    security: [],
    // Relative to this document, so that it also works behind a proxy that adds a path prefix.
    servers: [{ url: "." }],
    paths: Object.fromEntries(
      all.map((method) => [`/${method.name}`, { post: atDemoSite(operation(method), demoSite) }]),
    ),
    components: {
      schemas: {
        ...Object.fromEntries(all.flatMap(schemasOf)),
        ...Object.fromEntries(answered.map((code) => [code, errorSchema(code)])),
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: Object.fromEntries(refusals.map(({ status, ...said }) => [`Status${status}`, refusal(said)])),
      headers: {
        RetryAfter: { description: "Seconds to wait before the next call.", schema: { type: "integer", minimum: 1 } },
        RequestId: requestId,
      },
      examples: Object.fromEntries(answered.map((code) => [code, errorExample(code)])),
      securitySchemes: { LargeBody: largeBody },
    },
  };
}

const requestId = {
  description:
    "What the operator's log calls this call. A call may send its own in the same header: 1 to 64 letters, digits, dots " +
    "and hyphens.",
  schema: { type: "string" },
};

const largeBody = {
  type: "http",
  scheme: "bearer",
  description: "The account key, which is also in the body. Only calls with a body over 256 KiB need it.",
};

/** The headers of every response. */
const headers = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes a retry safe: for 24 hours the first success with this key is answered again, byte for byte. The same key " +
    "with another body is ERROR_BAD_REQUEST.",
  schema: { type: "string", minLength: 1, maxLength: limits.idempotencyKeyLength },
};

/**
 * The responses with another HTTP status than 200: to calls that did not reach a method, and codes that have a status
 * of their own.
 */
const refusals = [
  ...[transportErrors.notAnObject, transportErrors.bodyTooLarge, transportErrors.compressed].map(
    ({ status, code, description }) => ({ status, code: code as ErrorCode, description, retry: false }),
  ),
  ...errorCodes
    .filter((code) => statusOf(code) !== 200)
    .map((code) => {
      const [status, { description }] = [statusOf(code), errors[code]];
      return { status, code, description, retry: status !== 500 };
    }),
].sort((a, b) => a.status - b.status);

function operation(method: Method): Json {
  // A task can have ended with an error that would have another status if the call itself had it.
  const answers = errorsOf(method).filter((code) => statusOf(code) === 200 || method.errors.includes(code));
  return {
    operationId: method.name,
    tags: [method.group],
    summary: method.summary,
    description:
      method.right === null ? method.description : `${method.description} Needs the right \`${method.right}\`.`,
    ...(method.takesLargeBodies && { security: [{}, { LargeBody: [] }] }),
    ...(method.idempotent && { parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }] }),
    requestBody: {
      required: true,
      content: json(
        schema(requestName(method)),
        method.examples.map(({ title, request }) => [title, request]),
      ),
    },
    responses: {
      200: {
        description: "Success, or a refusal with its `errorId`.",
        headers,
        content: json(
          { oneOf: [responseName(method), ...answers, ...(method.detailed ?? []).map(({ name }) => name)].map(schema) },
          method.examples.map(({ title, response }) => [title, response]),
          answers,
        ),
      },
      ...Object.fromEntries(refusals.map(({ status }) => [status, { $ref: `#/components/responses/Status${status}` }])),
    },
  };
}

function refusal({ code, description, retry }: { code: ErrorCode; description: string; retry: boolean }): Json {
  return {
    description,
    headers: { ...headers, ...(retry && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }) },
    content: json(schema(code), [], [code]),
  };
}

function schemasOf(method: Method): [string, Json][] {
  return [
    [requestName(method), jsonSchema(method.request, "input")],
    [responseName(method), jsonSchema(method.response, "output")],
    ...(method.detailed ?? []).map(({ name, codes, more }): [string, Json] => [name, detailedSchema(codes, more)]),
  ];
}

/** One of several errors, with more properties than the envelope. */
function detailedSchema(codes: readonly ErrorCode[], more: z.ZodObject): Json {
  const details = jsonSchema(more, "output");
  return {
    type: "object",
    properties: {
      errorId: { type: "integer", enum: codes.map((code) => errors[code].id) },
      errorCode: { type: "string", enum: codes },
      errorDescription: { type: "string" },
      ...(details.properties as Json),
    },
    required: ["errorId", "errorCode", "errorDescription", ...(details.required as string[])],
    additionalProperties: false,
  };
}

function errorSchema(code: ErrorCode): Json {
  const { id, description } = errors[code];
  return {
    type: "object",
    description,
    properties: {
      errorId: { type: "integer", const: id },
      errorCode: { type: "string", const: code },
      errorDescription: { type: "string", examples: [description] },
    },
    required: ["errorId", "errorCode", "errorDescription"],
    additionalProperties: false,
  };
}

function jsonSchema(of: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...written } = z.toJSONSchema(of, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Types that JSON does not have match nothing; an empty schema would match everything.
      if (zodSchema._zod.def.type === "undefined") jsonSchema.not = {};
    },
  });
  return written;
}

function json(of: Json, examples: [title: string, value: unknown][], failures: readonly ErrorCode[] = []): Json {
  const shown = [
    ...examples.map(([summary, value], index) => [`example${index + 1}`, { summary, value }]),
    ...failures.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  ];
  return { "application/json": { schema: of, examples: Object.fromEntries(shown) } };
}

function errorExample(code: ErrorCode): Json {
  const { id, description } = errors[code];
  return { summary: code, value: { errorId: id, errorCode: code, errorDescription: description } };
}

const schema = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const requestName = ({ name }: Method): string => `${name}Request`;
const responseName = ({ name }: Method): string => `${name}Response`;
