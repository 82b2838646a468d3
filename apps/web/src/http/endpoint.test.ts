import type { Method } from "@gatepost/contract/method";
import { methods } from "@gatepost/contract/methods";
import { createKey } from "@gatepost/domain/accounts/keys";
import { createApplication } from "@gatepost/domain/applications/applications";
import { DomainError } from "@gatepost/domain/platform/errors";
import { newCaller, openTestContext } from "@gatepost/domain/platform/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openLiveFeeds } from "../live/live-feeds.ts";
import type { Answer } from "./answer.ts";
import { endpoint } from "./endpoint.ts";
import { endpointsOf } from "./endpoints.ts";
import type { Handler } from "./perform-method.ts";
import { type RateLimiter, rateLimiter, unlimited } from "./rate-limit.ts";
import { testCall } from "./test-call.ts";

type AnyHandler = Handler<Method>;

interface Asked {
  address?: string;
  method?: Method;
  handler?: AnyHandler;
  headers?: Record<string, string>;
  limiter?: RateLimiter;
}

const ctx = await openTestContext();
const live = openLiveFeeds(ctx);
const { accountId } = (await newCaller(ctx)).actor;

async function newKey(ofAccount: number, addresses: string[] = []): Promise<string> {
  return (await createKey({ ctx, input: { accountId: ofAccount, name: "test", addresses } })).clientKey;
}

async function ask(body: unknown, asked: Asked = {}): Promise<Answer & { json: Record<string, unknown> }> {
  const { method = methods.createTask, handler = async () => ({}), limiter = unlimited } = asked;
  const answer = await endpoint(method, handler, () => ({ app: ctx, limiter, live }))(
    testCall(body, { address: "198.51.100.7", ...asked }),
  );
  return { ...answer, json: answer.body ? JSON.parse(answer.body) : {} };
}

const clientKey = await newKey(accountId);
const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" };
const createTaskBody = { clientKey, task };

function failing(error: unknown): AnyHandler {
  return async () => {
    throw error;
  };
}

afterEach(() => vi.restoreAllMocks());

test.for([new DomainError("ERROR_SERVICE_UNAVAILABLE"), Object.assign(new Error("connect"), { code: "ECONNREFUSED" })])(
  "503 with Retry-After if the database is unavailable: %o",
  async (error) => {
    const { status, headers, json } = await ask(createTaskBody, { handler: failing(error) });
    expect([status, json.errorId, json.errorCode]).toEqual([503, 1015, "ERROR_SERVICE_UNAVAILABLE"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  },
);

test.for([
  ["limits come before types", { task: { variables: { ["n".repeat(129)]: 1 } } }, "ERROR_REQUEST_TOO_LARGE"],
  ["what cannot be stored is not let through", { task: { ...task, templateName: "\0" } }, "ERROR_BAD_REQUEST"],
] as const)("%s", async ([, body, code]) => {
  const handler = vi.fn<AnyHandler>();
  expect((await ask({ clientKey, ...body }, { handler })).json.errorCode).toBe(code);
  expect(handler).not.toHaveBeenCalled();
});

describe("what the handler is given", () => {
  test("the caller, and the request as the contract reads it", async () => {
    const handler = vi.fn<AnyHandler>(async () => ({}));
    await ask({ ...createTaskBody, softId: "867", unknown: 1 }, { handler });
    const [given] = handler.mock.calls[0] ?? [];
    expect(given?.ctx.actor).toEqual({
      kind: "key",
      accountId,
      keyId: expect.any(Number),
      readOnly: false,
      rights: ["tasks", "stats"],
      address: "198.51.100.7",
      keyName: expect.stringMatching(/^key .*….* \(.*\)$/),
    });
    expect(given?.input).toEqual({ clientKey, task, softId: 867 });
    expect(given?.idempotency).toBeUndefined();
  });

  test("an Idempotency-Key with the fingerprint of the method and the body without clientKey", async () => {
    const seen = async (method: Method, body: Record<string, unknown>, key = "once") => {
      const handler = vi.fn<AnyHandler>(async () => ({}));
      await ask(body, { method, handler, headers: { "idempotency-key": key } });
      return handler.mock.calls[0]?.[0].idempotency;
    };
    const first = await seen(methods.createTask, createTaskBody);
    expect(first?.key).toBe("once");
    const second = await newKey(accountId);
    const reordered = { task: Object.fromEntries(Object.entries(task).reverse()), clientKey: second };
    expect(await seen(methods.createTask, reordered)).toEqual(first);
    expect((await seen(methods.createTask, { ...createTaskBody, softId: 1 }))?.fingerprint).not.toEqual(
      first?.fingerprint,
    );
    expect((await seen(methods.createTask, createTaskBody, "twice"))?.fingerprint).not.toEqual(first?.fingerprint);
    expect(await seen(methods.getBalance, createTaskBody), "a method that changes nothing").toBeUndefined();
  });

  test("an empty Idempotency-Key is refused", async () => {
    expect((await ask(createTaskBody, { headers: { "idempotency-key": "" } })).json.errorCode).toBe(
      "ERROR_BAD_REQUEST",
    );
  });
});

describe("rates", () => {
  test("over the key's rate, from any address, is a 429 with the seconds to wait; another key is not affected", async () => {
    const limiter = rateLimiter({ perSecond: 0.1, burst: 2 }, ctx);
    const call = (key: string, address: string) => ask({ clientKey: key, task }, { limiter, address });
    expect((await call(clientKey, "198.51.100.1")).status).toBe(200);
    expect((await call(clientKey, "198.51.100.2")).status).toBe(200);
    const refused = await call(clientKey, "198.51.100.3");
    expect([refused.status, refused.json.errorId, refused.headers["retry-after"]]).toEqual([429, 1003, "10"]);
    expect((await call("gp_other", "198.51.100.4")).json.errorCode).toBe("ERROR_KEY_DOES_NOT_EXIST");
  });

  test("over the address's rate is one too, whatever keys are tried", async () => {
    const limiter = rateLimiter({ perSecond: 0.1, burst: 2 }, ctx);
    const statuses = [];
    for (const key of ["gp_a", "gp_b", "gp_c"]) statuses.push((await ask({ clientKey: key }, { limiter })).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask({ clientKey: "gp_d" }, { limiter, address: "198.51.100.8" })).status).toBe(200);
  });

  test("a method that needs no key is limited by address like any other", async () => {
    const limiter = rateLimiter({ perSecond: 0.1, burst: 2 }, ctx);
    const { getQueueStats } = endpointsOf(() => ({ app: ctx, limiter, live }));
    const call = async () => (await getQueueStats(testCall({ queueId: 25 }, { address: "198.51.100.9" }))).status;
    expect([await call(), await call(), await call()]).toEqual([200, 200, 429]);
  });
});

describe("a refused createTask that names an application", () => {
  const newSoftId = async (owner = accountId) =>
    (await createApplication({ ctx, input: { accountId: owner, name: "Exporter" } })).softId;
  const counted = (softId: number) =>
    ctx.db.prisma.count.findMany({
      where: { applicationId: softId },
      select: { label: true, n: true },
      orderBy: { label: "asc" },
    });
  const refused = { handler: failing(new DomainError("ERROR_NO_SLOT_AVAILABLE")) };

  test("is counted when the account is suspended or the address is not allowed", async () => {
    const { actor } = await newCaller(ctx);
    const softId = await newSoftId(actor.accountId);
    const key = await newKey(actor.accountId, ["192.0.2.1"]);
    await ask({ clientKey: key, task, softId });
    expect(await counted(softId)).toEqual([{ label: "ERROR_IP_NOT_ALLOWED", n: 1n }]);
  });

  test("is not counted if the key was not accepted, the task was created, the service was unavailable, or nothing is named", async () => {
    const softId = await newSoftId();
    await ask({ clientKey: "gp_nobody", task, softId }, refused);
    await ask({ ...createTaskBody, softId });
    await ask({ ...createTaskBody, softId }, { handler: failing(new DomainError("ERROR_SERVICE_UNAVAILABLE")) });
    for (const none of [0, "0", null, -1, 1.5, "x", 2 ** 60, [softId]])
      await ask({ ...createTaskBody, softId: none }, refused);
    await ask({ ...createTaskBody, softId }, { ...refused, method: methods.getBalance });
    expect(await counted(softId)).toEqual([]);
  });

  test("gets its own error even if counting fails", async () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const { json } = await ask({ ...createTaskBody, softId: 9e15 }, refused);
    expect(json.errorCode).toBe("ERROR_NO_SLOT_AVAILABLE");
  });
});
