import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { connect } from "@gatepost/db/connect";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { openTestContext } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { listen } from "../../../../tests/listen.ts";
import { addressCaller, rateLimiter } from "./rate-limit.ts";

const system = await openTestContext();
const { run } = system.db;
let asked = 0;
system.db.run = (statement, ...params) => {
  if (statement.name === "lease_tokens") asked += 1;
  return run(statement, ...params);
};

test("callers are limited separately, and get whole seconds to wait", async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const limiter = rateLimiter({ perSecond: 0.1, burst: 2 }, system);
  expect(await limiter.take(a)).toBe(0);
  expect(await limiter.take(a)).toBe(0);
  expect(await limiter.take(a)).toBe(10);
  expect(await limiter.take(b)).toBe(0);
});

test("what one process let through, another one does not let through again", async () => {
  const caller = randomUUID();
  const processes = Array.from({ length: 4 }, () => rateLimiter({ perSecond: 0.1, burst: 100 }, system));
  const calls = Array.from({ length: 800 }, (_, n) => processes[n % 4]?.take(caller));
  const passed = (await Promise.all(calls)).filter((wait) => wait === 0);
  expect(passed).toHaveLength(100);
});

test("a process that was busy itself does not take that for a silent database", async () => {
  const caller = randomUUID();
  const [one, other] = [0, 1].map(() => rateLimiter({ perSecond: 0.1, burst: 10 }, system));
  for (let call = 0; call < 10; call++) expect(await one?.take(caller)).toBe(0);
  const wait = other?.take(caller);
  for (const from = performance.now(); performance.now() - from < 800; );
  expect(await wait).toBeGreaterThan(0);
});

test("a caller over the limit costs no statement a call", async () => {
  const caller = randomUUID();
  const limiter = rateLimiter({ perSecond: 0.1, burst: 10 }, system);
  for (let call = 0; call < 10; call++) expect(await limiter.take(caller)).toBe(0);
  expect(await limiter.take(caller)).toBeGreaterThan(0);
  asked = 0;
  for (let call = 0; call < 1_000; call++) expect(await limiter.take(caller)).toBeGreaterThan(0);
  expect(asked).toBe(0);
});

test("calls at the same time share one lease", async () => {
  const caller = randomUUID();
  asked = 0;
  const limiter = rateLimiter({ perSecond: 100, burst: 500 }, system);
  const waits = await Promise.all(Array.from({ length: 300 }, () => limiter.take(caller)));
  expect(waits.filter((wait) => wait > 0)).toEqual([]);
  expect(asked).toBeLessThanOrEqual(3);
});

test.for([
  ["refuses connections", "postgresql://nobody@127.0.0.1:1/none"],
  ["takes connections and says nothing", "silent"],
] as const)("while the database %s, each process limits by itself, and waits for it only once", async ([, url]) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on("error", () => {})));
  const silentUrl = `postgresql://nobody@127.0.0.1:${(await listen(silent)).port}/none`;
  const db = connect(url === "silent" ? silentUrl : url, { max: 2 });
  const app = openAppContext({ db, secret: "a secret that is only used by tests", settings: system.settings });
  const limiter = rateLimiter({ perSecond: 0.1, burst: 20 }, app);
  const waits: number[] = [];
  for (let call = 0; call < 40; call++) waits.push(await limiter.take("a"));
  expect(waits.map((wait) => wait === 0)).toEqual([...Array(20).fill(true), ...Array(20).fill(false)]);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await db.close();
});

test.for([
  ["198.51.100.7", "198.51.100.8", false],
  ["2001:db8:1:2::1", "2001:0db8:0001:0002:ffff:ffff:ffff:ffff", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["2001:db8::1", "2001:db8:0:0:5::", true],
  ["::1", "1::", false],
] as const)("%s and %s share a bucket: %s", ([one, other, same]) => {
  expect(addressCaller(one) === addressCaller(other)).toBe(same);
});
