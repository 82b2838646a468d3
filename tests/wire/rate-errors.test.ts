import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccount, type Operator, openOperator } from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { expectError, expectSuccess, post } from "./call.ts";

describe("at 5 calls a second and a burst of 50", () => {
  let installation: Installation;
  let own: Operator;
  beforeAll(async () => {
    installation = await startInstallation({
      rates: "default",
      env: { GATEPOST_RATE_LIMIT: "5/50", GATEPOST_TRUSTED_PROXIES: "127.0.0.1" },
    });
    own = openOperator(installation);
  });
  afterAll(async () => {
    await own?.close();
    await installation?.stop();
  });

  /** As the proxy in front of it passes a call on. */
  const ask = (clientKey: string, address: string) =>
    post(installation.url, "getBalance", { clientKey }, { "x-forwarded-for": address });
  const many = <Result>(count: number, each: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, n) => each(n)));

  test("ERROR_TOO_MANY_REQUESTS: over the rate, with Retry-After; who waits as long is served again", async () => {
    const { clientKey } = await newAccount(own);
    const answers = await many(200, () => ask(clientKey, "203.0.113.1"));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(50);
    // S6, in rates.test.ts, counts them. Where the database takes half a second to answer, the process limits by itself.
    expect(refused.length).toBeGreaterThan(50);
    for (const answer of refused) {
      expectError(answer, "ERROR_TOO_MANY_REQUESTS", 429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    await expect
      .poll(async () => (await ask(clientKey, "203.0.113.1")).status, { interval: 250, timeout: 60_000 })
      .toBe(200);
  });

  test("a key has one rate, from wherever it calls, and another key has its own", async () => {
    const [busy, calm] = [await newAccount(own), await newAccount(own)];
    const [refused, served] = await Promise.all([
      many(200, (n) => ask(busy.clientKey, `198.51.100.${n}`)),
      many(20, () => ask(calm.clientKey, "203.0.113.2")),
    ]);
    expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThan(50);
    for (const answer of served) expectSuccess(answer, "getBalance");
  });

  test("an address has one rate, whatever keys it tries, and a good key from elsewhere is not affected", async () => {
    const calm = await newAccount(own);
    const [refused, served] = await Promise.all([
      many(200, (n) => ask(`gp_guess${n}`, "203.0.113.3")),
      many(20, () => ask(calm.clientKey, "203.0.113.4")),
    ]);
    expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThan(50);
    for (const answer of served) expectSuccess(answer, "getBalance");
  });
});
