import type { Method } from "@gatepost/contract/method";
import { methodNames, methods } from "@gatepost/contract/methods";
import { describe, expect, test, vi } from "vitest";
import { type AnyHandler, openEndpointTest } from "./endpoint-testing.ts";

const { accountId, clientKey, task, createTaskBody, newKey, ask } = await openEndpointTest();

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

  test.for([
    ["", "ERROR_BAD_REQUEST"],
    ["k".repeat(256), "ERROR_REQUEST_TOO_LARGE"],
  ] as const)("an Idempotency-Key of no length, or of more than 255, is refused", async ([key, code]) => {
    expect((await ask(createTaskBody, { headers: { "idempotency-key": key } })).json.errorCode).toBe(code);
  });
});

test.for(methodNames)("%s: every example of the documentation is let through to its handler", async (name) => {
  const method: Method = methods[name];
  for (const { request, response } of method.examples) {
    const { json } = await ask({ ...request, clientKey }, { method, handler: async () => response });
    expect(json).toEqual(response);
  }
});
