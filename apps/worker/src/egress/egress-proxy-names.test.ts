import { createServer, type Server } from "node:http";
import { egressPolicy } from "@gatepost/domain/platform/egress";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get, listen, open, tunnel, type Way } from "../testing/test-proxy.ts";
import { startEgressProxy } from "./egress-proxy.ts";
import { openResolver } from "./resolve.ts";

let site: Server;
let port: number;

beforeAll(async () => {
  site = createServer((_, response) => response.end("hello"));
  port = await listen(site);
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

test("S9: a name is resolved once between check and connection, however often its answer changes", async () => {
  let asked = 0;
  const answers = ["127.0.0.1", "127.0.0.2"];
  const proxy = await startEgressProxy(egressPolicy("127.0.0.1"), async () => {
    const address = answers[Math.min(asked++, 1)] as string;
    return [{ address, family: 4 }];
  });
  const way = { proxy, proxySession: proxy.open() };
  expect((await get(way, `http://rebinding.example:${port}/`)).status).toBe(200);
  expect(asked).toBe(1);
  expect((await get(way, `http://rebinding.example:${port}/`)).status).toBe(403);
  await proxy.close();
});

describe("names whose server never answers", () => {
  /** As the system does: a lookup occupies one of its threads until it is done, and these never are. */
  async function openSilent(threads: number) {
    let asked = 0;
    const lookup = async (name: string) => {
      asked += 1;
      return name.endsWith(".silent.example") ? new Promise<never>(() => {}) : [{ address: "127.0.0.1", family: 4 }];
    };
    const proxy = await startEgressProxy(egressPolicy("127.0.0.1"), openResolver(lookup, threads));
    const proxySession = () => ({ proxy, proxySession: proxy.open() });
    return { proxySession, asked: () => asked, [Symbol.asyncDispose]: () => proxy.close() };
  }

  /** Resolves when the proxy has received them all. */
  const ask = async (way: Way, names: number) => {
    for (let n = 0; n < names; n++)
      get(way, `http://${n}.${way.proxySession.username}.silent.example:${port}/`).catch(() => {});
    expect((await get(way, `http://127.0.0.1:${port}/`)).status).toBe(200);
  };

  test.each([4, 32])("do not delay those of another task, with %i threads", async (threads) => {
    await using open = await openSilent(threads);
    await ask(open.proxySession(), 40);
    expect(open.asked()).toBeGreaterThan(0);
    const neighbour = open.proxySession();
    for (const name of ["a", "b"]) expect((await get(neighbour, `http://${name}.example:${port}/`)).status).toBe(200);
  });

  test("do not delay those of another account, whichever tasks ask for them", async () => {
    await using open = await openSilent(32);
    const tasks = Array.from({ length: 8 }, () => open.proxySession());
    for (const { proxySession } of tasks) proxySession.tenant = 7;
    for (const way of tasks) await ask(way, 8);
    expect(open.asked()).toBeGreaterThan(0);
    expect((await get(open.proxySession(), `http://a.example:${port}/`)).status).toBe(200);
  });
});

test("of a name with several addresses only the allowed ones are connected to", async () => {
  await using way = await open("127.0.0.1", { "both.example": ["127.0.0.2", "127.0.0.1"] });
  expect((await get(way, `http://both.example:${port}/`)).status).toBe(200);
});

test("a name without an address and an unreachable host are reported differently from a refusal", async () => {
  await using way = await open("127.0.0.1");
  expect((await get(way, "http://nowhere.example/")).status).toBe(502);
  expect(way.proxySession.connectFailureAt("http://nowhere.example/x")).toBe("unresolved");
  expect(await tunnel(way, "127.0.0.1:1")).toMatch(/^HTTP\/1.1 502 /);
  expect(way.proxySession.connectFailureAt("http://127.0.0.1:1/")).toBe("unreachable");
});
