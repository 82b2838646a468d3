import { limits } from "@gatepost/contract/limits";
import { DomainError } from "@gatepost/domain/platform/errors";
import { newCaller } from "@gatepost/domain/platform/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type AnyHandler, failing, openEndpointTest } from "./endpoint-testing.ts";

const { ctx, clientKey, task, createTaskBody, newKey, ask } = await openEndpointTest();

afterEach(() => vi.restoreAllMocks());

describe("envelopes", () => {
  test("success is errorId 0 first, then the handler's answer, and never errorCode", async () => {
    const { status, body, headers } = await ask(createTaskBody, { handler: async () => ({ taskId: 7 }) });
    expect([status, body]).toEqual([200, '{"errorId":0,"taskId":7}']);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
  });

  test("a refusal has exactly three properties, and HTTP 200", async () => {
    const { status, body } = await ask(createTaskBody, {
      handler: failing(new DomainError("ERROR_ZERO_BALANCE", "Top up.")),
    });
    expect([status, body]).toEqual([
      200,
      '{"errorId":10,"errorCode":"ERROR_ZERO_BALANCE","errorDescription":"Top up."}',
    ]);
  });

  test.for([
    new DomainError("ERROR_SERVICE_UNAVAILABLE"),
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("terminating"), { code: "57P01" }),
    new Error("Invalid invocation", { cause: Object.assign(new Error("full"), { code: "53300" }) }),
  ])("503 with Retry-After if the database is unavailable: %o", async (error) => {
    const { status, headers, json } = await ask(createTaskBody, { handler: failing(error) });
    expect([status, json.errorId, json.errorCode]).toEqual([503, 1015, "ERROR_SERVICE_UNAVAILABLE"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });

  test("an unforeseen fault says a reference and nothing inner; the log has the cause under it, and no key", async () => {
    const logged = vi.spyOn(console, "log").mockImplementation(() => {});
    const { status, json } = await ask(createTaskBody, { handler: failing(new TypeError("inner detail")) });
    expect([status, json.errorId]).toEqual([500, 1099]);
    expect(json.errorDescription).not.toContain("inner");
    const reference = /reference ([0-9a-f]{12})/.exec(String(json.errorDescription))?.[1];
    const line = String(logged.mock.calls[0]?.[0]);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      event: "fault",
      requestId: reference,
      method: "createTask",
      cause: { message: "inner detail" },
    });
    expect(line).not.toContain(clientKey);
  });
});

describe("what is not a call", () => {
  test.for(["", "{", "[]", "null", '"text"'])("400 where the body is no JSON object: %j", async (text) => {
    const { status, json } = await ask(new TextEncoder().encode(text));
    expect([status, json.errorCode]).toEqual([400, "ERROR_BAD_REQUEST"]);
  });

  test("413 where it is too long, 200 where it is too deep", async () => {
    const long = await ask(new Uint8Array(limits.bodyBytes + 1));
    expect([long.status, long.json.errorCode]).toEqual([413, "ERROR_REQUEST_TOO_LARGE"]);
    expect(long.json.errorDescription).toContain("256 KiB");
    const deep = await ask(new TextEncoder().encode(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`));
    expect([deep.status, deep.json.errorCode]).toEqual([200, "ERROR_REQUEST_TOO_LARGE"]);
    expect(deep.json.errorDescription).toContain("64");
  });
});

describe("the order of checks", () => {
  const never: AnyHandler = () => {
    throw new Error("the handler was reached");
  };

  test.for([
    ["JSON comes before the key", [], "ERROR_BAD_REQUEST"],
    ["the key before the properties", { clientKey: "gp_nobody" }, "ERROR_KEY_DOES_NOT_EXIST"],
    ["a key that is no string is one that does not exist", { clientKey: { gp: 1 }, task }, "ERROR_KEY_DOES_NOT_EXIST"],
    ["no key is one that does not exist", { task }, "ERROR_KEY_DOES_NOT_EXIST"],
    ["limits before types", { clientKey, task: { variables: { ["n".repeat(129)]: 1 } } }, "ERROR_REQUEST_TOO_LARGE"],
    ["types before the handler", { clientKey, task: { type: "Other" } }, "ERROR_TASK_NOT_SUPPORTED"],
    [
      "characters that cannot be stored before the handler",
      { clientKey, task: { ...task, templateName: "\0" } },
      "ERROR_BAD_REQUEST",
    ],
  ] as const)("%s", async ([, body, code]) => {
    expect((await ask(body, { handler: never })).json.errorCode).toBe(code);
  });

  test("account, then address, then properties", async () => {
    const { actor } = await newCaller(ctx);
    const key = await newKey(actor.accountId, ["192.0.2.0/24"]);
    const elsewhere = await ask({ clientKey: key }, { handler: never });
    expect(elsewhere.json.errorCode).toBe("ERROR_IP_NOT_ALLOWED");
    const here = await ask({ clientKey: key }, { handler: never, address: "192.0.2.7" });
    expect(here.json.errorCode).toBe("ERROR_TASK_ABSENT");
    await ctx.db.prisma.account.update({ where: { id: actor.accountId }, data: { suspendedAt: new Date() } });
    await vi.waitFor(
      async () => {
        const answer = await ask({ clientKey: key }, { handler: never });
        expect(answer.json.errorCode).toBe("ERROR_ACCOUNT_SUSPENDED");
      },
      { timeout: 60_000 },
    );
  });
});
