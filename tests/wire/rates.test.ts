import { newKey } from "@gatepost/domain/accounts/key";
import { size } from "@gatepost/domain/platform/test-size";
import { beforeAll, expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import type { Installation } from "../installation.ts";
import { post } from "./call.ts";
import { openDatabase, openInstallation } from "./wire.ts";

/** S6 over several web processes: two installations of two processes each, on one database. */
const [perSecond, burst] = [50, 100];
const seconds = size(10, 30);

const options = {
  database: await openDatabase(),
  rates: "default",
  env: {
    WEB_CONCURRENCY: "2",
    GATEPOST_RATE_LIMIT: `${perSecond}/${burst}`,
    GATEPOST_TRUSTED_PROXIES: "127.0.0.1",
  },
} as const;
const { installation: first, operator } = await openInstallation(options);
const { installation: second } = await openInstallation({ ...options, secret: first.secret });
const sites = [first, second];

beforeAll(async () => {
  // What every process does once (connections, compilation) is done before time counts.
  const warm = (n: number) =>
    post(
      (sites[n % 2] as Installation).url,
      "getBalance",
      { clientKey: newKey() },
      { "x-forwarded-for": newAddress() },
    );
  await Promise.all(Array.from({ length: 200 }, (_, n) => warm(n)));
});

let addresses = 0;
/** As a proxy passes a call on, from an address that nobody had before. */
function newAddress(): string {
  addresses += 1;
  // The third and fourth group, because a fast machine makes more than one has numbers.
  return `2001:db8:${(addresses >> 16).toString(16)}:${(addresses & 0xffff).toString(16)}::1`;
}

/** No more than the limit, and no less. */
function expectLimit(part: number): void {
  expect(part).toBeLessThan(1.05);
  expect(part).toBeGreaterThan(0.95);
}

/** Calls without a pause from 16 connections; how many were not refused, as a part of what the limit allows. */
async function flood(servers: readonly Installation[], call: (url: string) => Promise<{ status: number }>) {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  const counts = { passed: 0, refused: 0 };
  await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      for (let round = n; elapsed() < seconds; round++) {
        const { status } = await call((servers[round % servers.length] as Installation).url);
        counts[status === 429 ? "refused" : "passed"] += 1;
      }
    }),
  );
  return { ...counts, part: counts.passed / (burst + perSecond * elapsed()) };
}

async function leases(): Promise<number> {
  const [row] = await operator.db.prisma.$queryRaw<{ calls: bigint }[]>`
    select coalesce(sum(n_tup_ins + n_tup_upd), 0)::bigint as calls from pg_stat_user_tables where relname = 'rate_bucket'`;
  return Number(row?.calls);
}

test.for([2, 4])(
  "S6: a key's limit holds within 5 % over %i processes, whatever addresses it comes from",
  {
    timeout: 60_000 + seconds * 1_000,
  },
  async (processes) => {
    const { clientKey } = await newAccount(operator);
    const { part, refused } = await flood(sites.slice(0, processes / 2), (url) =>
      post(url, "getBalance", { clientKey }, { "x-forwarded-for": newAddress() }),
    );
    console.log(`S6: ${processes} processes let through ${(part * 100).toFixed(1)} % of a key's limit`);
    expect(refused).toBeGreaterThan(0);
    expectLimit(part);
  },
);

test.for([2, 4])(
  "S6: an address's limit holds within 5 % over %i processes, whatever keys it tries",
  {
    timeout: 60_000 + seconds * 1_000,
  },
  async (processes) => {
    const address = newAddress();
    const before = await leases();
    const { part, passed, refused } = await flood(sites.slice(0, processes / 2), (url) =>
      post(url, "getBalance", { clientKey: newKey() }, { "x-forwarded-for": address }),
    );
    console.log(`S6: ${processes} processes let through ${(part * 100).toFixed(1)} % of an address's limit`);
    expectLimit(part);
    // Statistics come late, so that this can only be too few; a refused call costs no statement, and others share one.
    expect((await leases()) - before).toBeLessThan(passed + refused / 10);
  },
);

test("S6: while one caller is over its limit, another one is served by every process", async () => {
  const [greedy, modest] = [await newAccount(operator), await newAccount(operator)];
  let answered = 0;
  await Promise.all([
    flood(sites, (url) =>
      post(url, "getBalance", { clientKey: greedy.clientKey }, { "x-forwarded-for": newAddress() }),
    ),
    (async () => {
      for (; answered < 50; answered++) {
        const { url } = sites[answered % sites.length] as Installation;
        const { status } = await post(url, "getBalance", modest, { "x-forwarded-for": newAddress() });
        expect(status).toBe(200);
      }
    })(),
  ]);
  expect(answered).toBe(50);
});
