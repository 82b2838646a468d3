import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect, createServer as createConnectionServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { loopbackHosts, oddAddresses, openForbidden, resolveLoopback } from "../testing/test-loopback.ts";
import { credentials, get, listen, open, openBy, tunnel, type Way } from "../testing/test-proxy.ts";
import { credentialsUrl } from "./proxy-requests.ts";
import { openResolver } from "./resolve.ts";

const requests: string[] = [];
const site = createServer(async (incoming, response) => {
  requests.push(`${incoming.method} ${incoming.url}`);
  if (incoming.url === "/headers") return response.end(JSON.stringify(incoming.rawHeaders));
  if (incoming.url === "/echo") return response.end(await text(incoming));
  if (incoming.url === "/cut") return response.writeHead(200).write("half", () => incoming.socket.destroy());
  response.writeHead(200, { "set-cookie": ["a=1", "b=2"], "x-spelling": "Kept" }).end("hello");
});
site.on("upgrade", (incoming, socket) => {
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${incoming.headers.upgrade}\r\n\r\n`,
  );
  socket.pipe(socket);
});
const port = await listen(site);
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

describe("a plain request", () => {
  test("passes with its own headers, without those of the proxy, and its response is unchanged", async () => {
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

  test.each([
    ["a status that is none", "HTTP/1.1 099 OK\r\n"],
    ["a control character in a header", "HTTP/1.1 200 OK\r\nX-A: a\u0001b\r\n"],
    ["a control character in a redirect", "HTTP/1.1 302 Found\r\nLocation: /\u007f\r\n"],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"],
  ])("is answered with 502 where the site answers with %s", async (_, head) => {
    const broken = createConnectionServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.end(`${head}Content-Length: 2\r\n\r\nok`, "latin1"));
    });
    const at = await listen(broken);
    await using way = await open(`127.0.0.1:${at}`, {});
    expect(await get(way, `http://127.0.0.1:${at}/`)).toMatchObject({ status: 502 });
    broken.close();
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

test("a request that its page has given up while the name was resolved is not sent", async () => {
  const asked = Promise.withResolvers<void>();
  const found = Promise.withResolvers<LookupAddress[]>();
  await using way = await openBy(`shop.example:${port}`, () => {
    asked.resolve();
    return found.promise;
  });
  requests.length = 0;
  const path = `http://shop.example:${port}/given-up`;
  const given = request(way.proxy.url, { path, headers: credentials(way), agent: false }).on("error", () => {});
  given.end();
  await asked.promise;
  given.destroy();
  // The proxy has seen it once it answers what came after it.
  await get(way, credentialsUrl);
  found.resolve([{ address: "127.0.0.1", family: 4 }]);
  await get(way, `http://shop.example:${port}/`);
  expect(requests).toEqual(["GET /"]);
});

test("what a browser requests to send its credentials is answered here, and only with them", async () => {
  await using way = await open("", { "gatepost.invalid": ["127.0.0.1"] });
  expect(await get(way, credentialsUrl)).toMatchObject({ status: 204, body: "" });
  expect((await get({ ...way, authorization: undefined }, credentialsUrl)).status).toBe(407);
  expect(way.proxySession.connectFailureAt(credentialsUrl)).toBeUndefined();
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

const forbidden = await openForbidden();

describe("the loopback, by whatever name (S9)", () => {
  afterEach(() => expect(forbidden.contacted.splice(0)).toEqual([]));
  afterAll(() => forbidden.close());

  test.each(loopbackHosts)("%s gets no request and no tunnel, and the task's error says so", async (host) => {
    await using way = await openBy("", resolveLoopback);
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

  test("nor does any address in an unusual form or with another scheme", async () => {
    await using way = await openBy("", resolveLoopback);
    for (const address of oddAddresses(forbidden.port)) {
      const { protocol, host, href } = new URL(address, "http://public.example/");
      const tunnelled = { "https:": "CONNECT", "wss:": "CONNECT", "ws:": "upgrade" } as const;
      if (protocol in tunnelled)
        expect(await tunnel(way, host, tunnelled[protocol as "ws:"]), address).toMatch(/^HTTP\/1.1 403 /);
      else expect((await get(way, href)).status, address).toBe(protocol === "http:" ? 403 : 400);
    }
  });
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

test("S9: a name is resolved once between check and connection, however often its answer changes", async () => {
  let asked = 0;
  const answers = ["127.0.0.1", "127.0.0.2"];
  await using way = await openBy("127.0.0.1", async () => {
    const address = answers[Math.min(asked++, 1)] as string;
    return [{ address, family: 4 }];
  });
  expect((await get(way, `http://rebinding.example:${port}/`)).status).toBe(200);
  expect(asked).toBe(1);
  expect((await get(way, `http://rebinding.example:${port}/`)).status).toBe(403);
});

describe("names whose server never answers", () => {
  /** As the system does: a lookup occupies one of its threads until it is done, and these never are. */
  async function openSilent(threads: number) {
    let asked = 0;
    const lookup = async (name: string) => {
      asked += 1;
      return name.endsWith(".silent.example") ? new Promise<never>(() => {}) : [{ address: "127.0.0.1", family: 4 }];
    };
    const { proxy, [Symbol.asyncDispose]: close } = await openBy("127.0.0.1", openResolver(lookup, threads));
    const proxySession = () => ({ proxy, proxySession: proxy.open() });
    return { proxySession, asked: () => asked, [Symbol.asyncDispose]: close };
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
