import { describe, expect, test } from "vitest";
import { openEndpointTest } from "./endpoint-testing.ts";
import { endpointsOf } from "./endpoints.ts";
import { rateLimiter } from "./rate-limit.ts";

const { ctx, live, clientKey, task, ask } = await openEndpointTest();

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
    const bytes = new TextEncoder().encode('{"queueId":25}');
    const call = () =>
      getQueueStats({
        header: () => null,
        body: async () => bytes,
        address: "198.51.100.9",
        disconnected: () => new AbortController().signal,
        whenSent: (done) => done(),
      });
    expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 429]);
  });
});
