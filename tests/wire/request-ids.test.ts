import { expect, test } from "vitest";
import { securityHeaders } from "../../apps/web/src/http/security-headers.ts";
import { openWire } from "./wire.ts";

const { url } = openWire();

const requests = [
  ["a method", "POST", "getQueueStats", 200],
  ["a method that refuses the call", "POST", "getBalance", 200],
  ["a method that is not called with POST", "GET", "getBalance", 405],
  ["an unknown method", "POST", "solveEverything", 200],
  ["a preflight", "OPTIONS", "createTask", 204],
  ["a call of the portal", "GET", "api/trpc/account.me", 401],
  ["a page", "GET", "sign-in", 200],
  ["a page that does not exist", "GET", "nowhere", 404],
  ["a verb that is none of ours", "PROPFIND", "getBalance", 405],
  ["a path that cannot be decoded", "GET", "%ff", 400],
  ["the state of the process", "GET", "healthz", 200],
] as const;

test.for(requests)(
  "the response to %s names the request as its caller did, and carries the security headers",
  async ([, method, path, status]) => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${url}/${path}`, { method, headers, ...(method === "POST" && { body: "{}" }) });
    const kept = await ask({ "x-request-id": "order-118.2" });
    expect([kept.status, kept.headers.get("x-request-id")]).toEqual([status, "order-118.2"]);
    for (const [name, value] of Object.entries(securityHeaders)) expect(kept.headers.get(name), name).toBe(value);
    const [first, second] = [await ask({}), await ask({ "x-request-id": '7","level":"error' })].map(({ headers }) =>
      headers.get("x-request-id"),
    );
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(second).toMatch(/^[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
  },
);
