import { type JsonSchema, jsonSchemaOf } from "@gatepost/contract/json-schema";
import { exampleBody, type Things } from "@gatepost/contract/method-testing";
import { type MethodName, methodNames, methods } from "@gatepost/contract/methods";
import { size } from "@gatepost/domain/platform/test-size";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { newTaskBody, noTask, taskMaker } from "./bodies.ts";
import { type Answer, expectEnvelope, expectSuccess, post } from "./call.ts";
import { openTestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/**
 * Bodies of each method: a few in every run, fewer where Next.js reads them, which takes longer; the long form sends as many
 * as row S1 of docs/quality.md says.
 */
const runs = size(process.env.GATEPOST_FAST_PATH === "off" ? 3 : 10, 100_000);

const { url, operator, call } = openWire();
const account = await newAccount(operator, { balance: 1_000 });
const { clientKey } = account;
const newTask = await taskMaker(call, operator, account);
const worker = await openTestWorker(operator);
const softId = await newApplication(operator, account);
const { task } = (await newTaskBody(operator, account))({ domainsOfInterest: ["example.org"], session: "bank" });

const changed: number[] = [];

type Bodies = [Record<string, unknown>, ...Record<string, unknown>[]];

/** Good bodies of a method: its examples, about a task of its own that waits. */
async function goodBodies(name: MethodName): Promise<Bodies> {
  const { about, access, examples } = methods[name];
  const things: Things = { application: { softId }, template: { task } };
  if (about === "task") {
    const taskId = await newTask();
    await worker.take(await worker.claim(taskId), "code", 80_000);
    if (access === "change") changed.push(taskId);
    things.task = { taskId, name: "code" };
  }
  const [first, ...others] = examples.map((example) => ({ ...exampleBody(name, things, example), clientKey }));
  if (!first) throw new Error(`${name} has no example.`);
  return [first, ...others];
}

const good = {} as Record<MethodName, Bodies>;
for (const name of methodNames) good[name] = await goodBodies(name);

afterAll(async () => {
  const polluted = await operator.db.prisma.task.findMany({
    where: { accountId: account.accountId, id: { notIn: changed }, state: { notIn: ["queued", "waiting"] } },
    select: { state: true, errorCode: true },
  });
  expect(polluted).toEqual([]);
});

/** Any answer below 500 that is one of the two envelopes, and a success only as the contract describes it. */
function expectCalm(answer: Answer, method: MethodName): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  expectEnvelope(answer);
  if (answer.body.errorId === 0) expectSuccess(answer, method);
}

const spiteful = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "\u0000",
  "\ud800",
  "\u2028",
  "' or 1=1 --",
  "{{7*7}}",
  "_WAIT_FOR_IT_",
  "9007199254740993",
  "-0",
  "1e999",
  "NaN",
  "../../etc/passwd",
  "%s%n",
  "𝕏",
  "a".repeat(10_000),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>,
  spiteful,
  fc.constantFrom<unknown>(2 ** 53, -(2 ** 31), 1e308, -0, 0.1, 2 ** 31, 2 ** 63, null, true, [], {}),
  fc.dictionary(fc.oneof(spiteful, fc.string()), fc.jsonValue({ maxDepth: 2 })),
);

/** What optional properties of one method or another take. */
const plausible = fc.constantFrom<unknown>(
  1,
  softId,
  1_793_577_600,
  "2026-03-01",
  "Europe/Paris",
  "Read a table",
  true,
);

/** A value for a property that the valid body leaves out, as often as not one that its schema allows. */
function optionalValue({ anyOf = [], enum: allowed = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const listed = [...allowed, ...anyOf.flatMap((one) => one.enum ?? [])];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: listed.length > 0 ? fc.constantFrom(...listed) : plausible },
    { weight: 1, arbitrary: anything },
  );
}

/** The valid body with some of its properties, at any depth, replaced or removed, and some more. */
function spoiled(body: Record<string, unknown>, { properties = {} }: JsonSchema = {}): fc.Arbitrary<unknown> {
  const optional = Object.entries(properties).filter(([name]) => !Object.hasOwn(body, name));
  const members = [
    ...optional.map(([name, schema]) => [name, optionalValue(schema)] as const),
    ...Object.entries(body).map(
      ([name, value]) =>
        [
          name,
          fc.oneof(
            { weight: 4, arbitrary: fc.constant(value) },
            { weight: 2, arbitrary: anything },
            { weight: 1, arbitrary: fc.constant(undefined) },
            ...(isObject(value) ? [{ weight: 4, arbitrary: spoiled(value, properties[name]) }] : []),
          ),
        ] as const,
    ),
  ];
  return fc
    .tuple(
      fc.record(Object.fromEntries(members)),
      fc.dictionary(fc.oneof(spiteful, fc.string()), anything, { maxKeys: 2 }),
    )
    .map(([known, extra]) => ({ ...extra, ...known }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The bytes of a good body, cut, doubled, flipped or mixed up. */
function broken(body: Record<string, unknown>): fc.Arbitrary<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(body));
  const place = fc.nat(bytes.length);
  return fc.oneof(
    place.map((at) => bytes.subarray(0, at)),
    fc
      .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, more]) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
    fc.tuple(place, fc.nat(255)).map(([at, byte]) => {
      const changed = Buffer.from(bytes);
      changed[at % bytes.length] = byte;
      return changed;
    }),
    fc.tuple(place, place).map(([from, to]) => Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])),
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    // One property twice, the second of another kind.
    fc
      .tuple(fc.constantFrom(...Object.keys(body)), fc.jsonValue())
      .map(([name, value]) =>
        Buffer.from(`${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`),
      ),
  );
}

test.for(methodNames)(
  `${runs} generated and ${runs} broken bodies of %s never answer 500 or more`,
  { timeout: 3_600_000 },
  async (method) => {
    const schema = jsonSchemaOf(methods[method].request);
    const generated = fc.oneof(...good[method].map((body) => spoiled(body, schema)));
    const isCalm = async (body: unknown) => expectCalm(await post(url, method, body), method);
    await fc.assert(fc.asyncProperty(generated, isCalm), { numRuns: runs });
    await fc.assert(fc.asyncProperty(broken(good[method][0]), isCalm), { numRuns: runs });
  },
);

test(`${runs} generated headers never answer 500 or more`, async () => {
  const text = fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 300,
  });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (contentType, idempotencyKey, forwarded) => {
      const headers = {
        "content-type": contentType,
        "idempotency-key": idempotencyKey,
        "x-forwarded-for": forwarded,
        forwarded,
      };
      expectCalm(await call("pushAntiGateVariable", good.pushAntiGateVariable[0], headers), "pushAntiGateVariable");
    }),
    { numRuns: runs },
  );
});

test("after all of it the service does what it did before", async () => {
  expectSuccess(await call("getTaskResult", { clientKey, taskId: await newTask() }), "getTaskResult");
  expect((await call("getTaskResult", { clientKey, taskId: noTask })).body.errorCode).toBe("ERROR_NO_SUCH_CAPCHA_ID");
});
