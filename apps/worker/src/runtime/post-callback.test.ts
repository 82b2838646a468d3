import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { type EgressPolicy, egressPolicy } from "@gatepost/domain/platform/egress";
import { afterAll, describe, expect, test } from "vitest";
import { openResolver, type Resolve } from "../egress/resolve.ts";
import { loopbackHosts, oddAddresses, openForbidden, resolveLoopback } from "../testing/test-loopback.ts";
import { listen } from "../testing/test-proxy.ts";
import { postCallback, shownExcerpt } from "./callbacks.ts";

const received: { path: string | undefined; body: string }[] = [];

const server = createServer(async (request, answer) => {
  received.push({ path: request.url, body: await text(request) });
  if (request.url === "/endless") return answer.write("x".repeat(10_000));
  const status = Number(request.url?.slice(1)) || 200;
  answer.writeHead(status, status === 302 ? { location: "/200" } : {}).end("hello");
});
const port = await listen(server);
afterAll(() => void server.close());

const resolve = openResolver();
const callback = {
  body: {},
  accountId: 1,
  messageId: "msg_7_end",
  secrets: [`whsec_${btoa("a secret of thirty-two characters")}`],
  reads: false,
};
const send = async (url: string, body: unknown, egress: EgressPolicy, by: Resolve = resolve) =>
  (await postCallback({ ...callback, url, body }, egress, by)).problem;
const open = () => egressPolicy(`127.0.0.1:${port},localhost:${port}`);

test("a callback is posted as JSON, also to a name, and a 2xx is its delivery", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    expect(await send(`http://${host}:${port}/200`, { errorId: 0, taskId: 7 }, open())).toBeNull();
    expect(received.pop()).toEqual({ path: "/200", body: '{"errorId":0,"taskId":7}' });
  }
});

test.each([500, 302])("HTTP %i is not a delivery, and a redirect is not followed", async (status) => {
  const before = received.length;
  expect(await send(`http://127.0.0.1:${port}/${status}`, {}, open())).toBe(`HTTP ${status}`);
  expect(received).toHaveLength(before + 1);
});

const { port: closed, contacted, close } = await openForbidden();
afterAll(close);

describe("S9: the loopback, in whatever form,", () => {
  test("is refused by the default policy, and nothing is sent", async () => {
    const hosts = loopbackHosts.flatMap((host) => [`http://${host}:${closed}/`, `https://${host}:${closed}/`]);
    for (const address of [...hosts, ...oddAddresses(closed)])
      expect(await send(address, {}, egressPolicy(), resolveLoopback), address).toMatch(
        /on a network that Gatepost blocks|must be an absolute http/,
      );
    expect(contacted).toEqual([]);
  });

  test("is not connected to by a name that leads to an open address first and to it second, nor to both", async () => {
    const policy = egressPolicy("127.0.0.2");
    let asked = 0;
    const turning: Resolve = async () => [{ address: asked++ === 0 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
    await send(`http://turning.example:${closed}/`, {}, policy, turning);
    expect(asked).toBe(1);
    expect(await send(`http://turning.example:${closed}/`, {}, policy, turning)).toMatch(/Gatepost blocks/);
    const both: Resolve = async () => ["127.0.0.2", "127.0.0.1"].map((address) => ({ address, family: 4 }));
    expect(await send(`http://both.example:${closed}/`, {}, policy, both)).toMatch(/Gatepost blocks/);
    expect(contacted).toEqual(["tcp ::ffff:127.0.0.2"]);
  });
});

test("S16: a receiver that answers with another protocol, or with nothing, ends the attempt", async () => {
  const answers = [
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "",
    "no HTTP",
  ];
  for (const answer of answers) {
    const odd = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    });
    const address = `127.0.0.1:${await listen(odd)}`;
    expect(await send(`http://${address}/`, {}, egressPolicy(address)), answer).toBeTypeOf("string");
    odd.close();
  }
});

test("the beginning of the response to an event is read, also if it has no end", async () => {
  const read = (path: string) =>
    postCallback({ ...callback, url: `http://127.0.0.1:${port}${path}`, reads: true }, open(), resolve);
  expect(await read("/500")).toEqual({ problem: "HTTP 500", status: 500, excerpt: "hello" });
  expect(await read("/endless")).toEqual({ problem: null, status: 200, excerpt: "x".repeat(1_024) });
});

test("a callback whose secret cannot be decrypted is not sent, and an unreachable receiver is reported in words", async () => {
  const unsigned = { ...callback, url: `http://127.0.0.1:${port}/200`, secrets: [] };
  const before = received.length;
  expect((await postCallback(unsigned, open(), resolve)).problem).toContain("signing secret cannot be decrypted");
  expect(received).toHaveLength(before);
  const refused = await send("http://127.0.0.1:9/", {}, egressPolicy("127.0.0.1:9"));
  expect(refused).toBe("its host refused the connection");
});

const token = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";

test.each([
  ["plain", `{"answerUrl":"https://example.com/answer/${token}"}`],
  ["JSON with escaped slashes", `"https:\\/\\/example.com\\/answer\\/${token}"`],
  ["JSON in JSON", `"{\\"a\\":\\"https:\\\\/\\\\/example.com\\\\/answer\\\\/${token}\\"}"`],
  ["JSON with escaped characters", `https:\\u002F\\u002Fexample.com\\u002Fanswer\\u002F${token}`],
  ["encoded for a URL", `url=https%3A%2F%2Fexample.com%2Fanswer%2F${token}`],
  ["encoded twice", `url=https%253a%252f%252fexample.com%252fanswer%252f${token}`],
  ["HTML", `https:&#x2F;&#x2F;example.com&#x2F;answer&#x2F;${token}`],
  ["cut off", `https://example.com/answer/${token.slice(0, 20)}`],
])("an answer link that an endpoint repeats is not stored: %s", (_, text) => {
  const shown = shownExcerpt(text);
  expect(shown).not.toContain(token.slice(0, 5));
  expect(shown).toContain("…");
});

test("other text is stored as it is, and control characters are shown as replaced", () => {
  expect(shownExcerpt("ok: answers\n\tdone\u0000\u202e!")).toBe("ok: answers\n\tdone\uFFFD\uFFFD!");
});
