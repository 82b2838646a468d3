import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { egressPolicy } from "@gatepost/domain/task/egress";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loopbackHosts, oddAddresses, openForbidden, resolveLoopback } from "../testing/test-loopback.ts";
import { type EgressProxy, startEgressProxy } from "./egress-proxy.ts";
import type { ProxySession } from "./proxy-session.ts";
import { openResolver } from "./resolve.ts";

let site: Server;
let port: number;
let requests: string[];

beforeAll(async () => {
  requests = [];
  site = createServer(async (incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    if (incoming.url === "/headers") return response.end(JSON.stringify(incoming.rawHeaders));
    if (incoming.url === "/echo") return response.end(await text(incoming));
    if (incoming.url === "/redirect") return response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    if (incoming.url === "/cut") return response.writeHead(200).write("half", () => incoming.socket.destroy());
    response.writeHead(200, { "set-cookie": ["a=1", "b=2"], "x-spelling": "Kept" }).end("hello");
  });
  site.on("upgrade", (incoming, socket) => {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${incoming.headers.upgrade}\r\n\r\n`,
    );
    socket.pipe(socket);
  });
  port = await listen(site);
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
});

/** A proxy whose operator opened exactly what is named, and one task's proxySession through it. */
async function open(allow: string, names: Record<string, string[]> = {}) {
  const proxy = await startEgressProxy(egressPolicy(allow), async (name) => {
    const addresses = names[name];
    if (!addresses) throw new Error("no such name");
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  });
  const proxySession = proxy.open();
  return { proxy, proxySession, [Symbol.asyncDispose]: () => proxy.close() };
}

describe("a plain request", () => {
  test("passes with its own headers, without those of the proxy, and its answer comes back as it is", async () => {
    await using way = await open(`shop.example:${port}`, { "shop.example": ["127.0.0.1"] });
    const answer = await get(way, `http://shop.example:${port}/`);
    expect(answer).toMatchObject({ status: 200, body: "hello" });
    expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-spelling": "Kept" });
    const sent = JSON.parse((await get(way, `http://shop.example:${port}/headers`)).body) as string[];
    expect(sent).toContain(`shop.example:${port}`);
    expect(sent.map((header) => header.toLowerCase()).filter((header) => header.startsWith("proxy"))).toEqual([]);
  });

  test("carries a body of any size", async () => {
    await using way = await open(`127.0.0.1:${port}`);
    const body = "x".repeat(1_000_000);
    const answer = await get(way, `http://127.0.0.1:${port}/echo`, { method: "POST", body });
    expect(answer.body).toBe(body);
  });

  test("is cut where the site's answer is cut", async () => {
    await using way = await open(`127.0.0.1:${port}`);
    await expect(get(way, `http://127.0.0.1:${port}/cut`)).rejects.toThrow();
  });

  test("goes out once more where the site closed the connection that was kept, but never with a body", async () => {
    const served = new WeakSet<object>();
    const calls: string[] = [];
    const fickle = createServer((incoming, response) => {
      calls.push(incoming.method ?? "");
      if (served.has(incoming.socket)) return incoming.socket.destroy();
      served.add(incoming.socket);
      response.end("ok");
    });
    const ficklePort = await listen(fickle);
    await using way = await open(`127.0.0.1:${ficklePort}`);
    const address = `http://127.0.0.1:${ficklePort}/`;
    expect((await get(way, address)).body).toBe("ok");
    expect((await get(way, address)).body).toBe("ok");
    expect(calls).toEqual(["GET", "GET", "GET"]);
    expect((await get(way, address, { method: "POST", body: "x" })).body).toBe("ok");
    expect(calls).toEqual(["GET", "GET", "GET", "POST"]);
    fickle.closeAllConnections();
    fickle.close();
  });
});

describe("a client without a proxy session", () => {
  test.each(["nobody", "someone else"])("gets no request through: %s", async (who) => {
    await using way = await open(`127.0.0.1:${port}`);
    const authorization = who === "nobody" ? undefined : "Basic c29tZW9uZTplbHNl";
    const answer = await get({ ...way, authorization }, `http://127.0.0.1:${port}/never-asked`);
    expect(answer.status).toBe(407);
    expect(answer.headers["proxy-authenticate"]).toMatch(/^Basic/);
    expect(await tunnel({ ...way, authorization }, `127.0.0.1:${port}`)).toMatch(/^HTTP\/1.1 407 /);
    expect(requests).not.toContain("GET /never-asked");
  });

  test("gets none through with the credentials of a task that has ended", async () => {
    await using way = await open(`127.0.0.1:${port}`);
    way.proxySession.close();
    expect((await get(way, `http://127.0.0.1:${port}/`)).status).toBe(407);
  });
});

describe("the loopback, by whatever name (S9)", () => {
  let forbidden: Awaited<ReturnType<typeof openForbidden>>;
  beforeAll(async () => {
    forbidden = await openForbidden();
  });
  afterEach(() => expect(forbidden.met.splice(0)).toEqual([]));
  afterAll(() => forbidden.close());

  const closed = async () => {
    const proxy = await startEgressProxy(egressPolicy(), resolveLoopback);
    return { proxy, proxySession: proxy.open(), [Symbol.asyncDispose]: () => proxy.close() };
  };

  test.each(loopbackHosts)("%s gets neither a request nor a tunnel through, and the task is told", async (host) => {
    await using way = await closed();
    const place = `${host}:${forbidden.port}`;
    const plain = /^[\x21-\x7e]+$/.test(host) && URL.canParse(`http://${place}/`);
    // As it stands, and as a browser writes it that has read it by the rules of URLs.
    const forms = URL.canParse(`http://${place}/`) ? [place, new URL(`http://${place}/`).host] : [place];
    for (const form of forms) {
      const expected = plain || form !== place ? /^HTTP\/1.1 403 / : /^HTTP\/1.1 40[03] /;
      for (const method of ["CONNECT", "GET", "upgrade"] as const)
        expect(await tunnel(way, form, method), `${method} ${form}`).toMatch(expected);
    }
    if (plain) expect(way.proxySession.connectFailureAt(`http://${place}/`)).toBe("refused");
  });

  test("nor does any address that is written strangely, or of another scheme", async () => {
    await using way = await closed();
    for (const address of oddAddresses(forbidden.port)) {
      const { protocol, host, href } = new URL(address, "http://public.example/");
      const tunnelled = { "https:": "CONNECT", "wss:": "CONNECT", "ws:": "upgrade" } as const;
      if (protocol in tunnelled)
        expect(await tunnel(way, host, tunnelled[protocol as "ws:"]), address).toMatch(/^HTTP\/1.1 403 /);
      else expect((await get(way, href)).status, address).toBe(protocol === "http:" ? 403 : 400);
    }
  });

  test("is refused behind a redirect too, since the browser asks the proxy for the new address", async () => {
    await using way = await open(`127.0.0.1:${port}`, { localhost: ["127.0.0.1", "::1"] });
    const first = await get(way, `http://127.0.0.1:${port}/redirect`);
    expect(first.status).toBe(302);
    expect((await get(way, first.headers.location as string)).status).toBe(403);
  });
});

test("an opened host is opened with its port alone", async () => {
  await using way = await open(`127.0.0.1:${port}`);
  expect((await get(way, `http://127.0.0.1:${port}/`)).status).toBe(200);
  expect((await get(way, "http://127.0.0.1:1/")).status).toBe(403);
});

test("a name is resolved once between check and connection, however often its answer changes", async () => {
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

  /** Resolves when the proxy has heard of them all. */
  const ask = async (way: Way, names: number) => {
    for (let n = 0; n < names; n++)
      get(way, `http://${n}.${way.proxySession.username}.silent.example:${port}/`).catch(() => {});
    expect((await get(way, `http://127.0.0.1:${port}/`)).status).toBe(200);
  };

  test.each([4, 32])("hold up no other task's, with %i threads", async (threads) => {
    await using open = await openSilent(threads);
    await ask(open.proxySession(), 40);
    expect(open.asked()).toBeGreaterThan(0);
    const neighbour = open.proxySession();
    for (const name of ["a", "b"]) expect((await get(neighbour, `http://${name}.example:${port}/`)).status).toBe(200);
  });

  test("hold up no other account's, whichever of its tasks ask for them", async () => {
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

test("a name without address and a host that is not there are told apart from a refusal", async () => {
  await using way = await open("127.0.0.1");
  expect((await get(way, "http://nowhere.example/")).status).toBe(502);
  expect(way.proxySession.connectFailureAt("http://nowhere.example/x")).toBe("unresolved");
  expect(await tunnel(way, "127.0.0.1:1")).toMatch(/^HTTP\/1.1 502 /);
  expect(way.proxySession.connectFailureAt("http://127.0.0.1:1/")).toBe("unreachable");
});

test("a tunnel carries bytes both ways, and is cut when the task ends", async () => {
  await using way = await open(`127.0.0.1:${port}`);
  const socket = connect(Number(new URL(way.proxy.url).port), "127.0.0.1");
  socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: ${way.proxySession.authorization}\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1.1 200 /);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(String((await once(socket, "data"))[0])).toContain("hello");
  way.proxySession.close();
  await once(socket, "close");
});

test("a WebSocket passes by an absolute request with an upgrade", async () => {
  await using way = await open(`127.0.0.1:${port}`);
  const socket = connect(Number(new URL(way.proxy.url).port), "127.0.0.1");
  const head = [
    `GET http://127.0.0.1:${port}/socket HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    `Proxy-Authorization: ${way.proxySession.authorization}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1.1 101 .*Upgrade: websocket/s);
  socket.write("ping");
  expect(String((await once(socket, "data"))[0])).toBe("ping");
  socket.destroy();
});

test.each(["ftp://127.0.0.1/", "file:///etc/passwd", "/etc/passwd", "https://127.0.0.1/", "gopher://127.0.0.1:70/"])(
  "what is no http request goes nowhere: %s",
  async (address) => {
    await using way = await open("127.0.0.1");
    expect((await get(way, address)).status).toBe(400);
  },
);

test.each(["127.0.0.1", ":80", "127.0.0.1:0", "127.0.0.1:99999", "a/b:80", "user@127.0.0.1:80", "a b:80"])(
  "a tunnel to no proper host and port goes nowhere: %s",
  async (target) => {
    await using way = await open("127.0.0.1");
    expect(await tunnel(way, target)).toMatch(/^HTTP\/1.1 400 /);
  },
);

interface Way {
  proxy: EgressProxy;
  proxySession: ProxySession;
  authorization?: string | undefined;
}

function credentials(way: Way): Record<string, string> {
  const authorization = "authorization" in way ? way.authorization : way.proxySession.authorization;
  return authorization ? { "proxy-authorization": authorization } : {};
}

async function get(way: Way, address: string, { method = "GET", body = "" } = {}) {
  const host = URL.canParse(address) ? new URL(address).host : "";
  const headers = { host, ...credentials(way), "proxy-connection": "keep-alive" };
  const outgoing = request(way.proxy.url, { path: address, method, headers, agent: false });
  outgoing.end(body);
  const [incoming] = await once(outgoing, "response");
  return { status: incoming.statusCode as number, headers: incoming.headers, body: await text(incoming) };
}

/** The first answer to a CONNECT, to a plain request, or to an upgrade. */
async function tunnel(way: Way, target: string, method: "CONNECT" | "GET" | "upgrade" = "CONNECT"): Promise<string> {
  const socket = connect(Number(new URL(way.proxy.url).port), "127.0.0.1");
  const headers = Object.entries(credentials(way)).map(([name, value]) => `${name}: ${value}\r\n`);
  const upgrade = method === "upgrade" ? "Connection: Upgrade\r\nUpgrade: websocket\r\n" : "";
  const line = method === "CONNECT" ? `CONNECT ${target}` : `GET http://${target}/`;
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${upgrade}${headers.join("")}\r\n`);
  const [data] = await once(socket, "data");
  socket.destroy();
  return String(data);
}

async function listen(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
