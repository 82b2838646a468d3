import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type EgressPolicy, egressPolicy } from "@gatepost/domain/task/egress";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postCallback } from "./post-callback.ts";
import { openResolver } from "./resolve.ts";

let server: Server;
let port: number;
const heard: { path: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, answer) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    heard.push({ path: request.url, body });
    const status = Number(request.url?.slice(1)) || 200;
    answer.writeHead(status, status === 302 ? { location: "/200" } : {}).end("hello");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
});

const resolve = openResolver();
const send = (url: string, body: unknown, egress: EgressPolicy) =>
  postCallback({ url, body, asker: "the account" }, egress, resolve);
const open = () => egressPolicy(`127.0.0.1:${port},localhost:${port}`);

test("a callback is posted as JSON, and a 2xx is its delivery", async () => {
  expect(await send(`http://127.0.0.1:${port}/200`, { errorId: 0, taskId: 7 }, open())).toBeUndefined();
  expect(heard.at(-1)).toEqual({ path: "/200", body: '{"errorId":0,"taskId":7}' });
});

test("a name is resolved and its addresses are held against the policy", async () => {
  expect(await send(`http://localhost:${port}/200`, {}, open())).toBeUndefined();
});

test.each([[500], [404], [302]])("HTTP %i is no delivery, and a redirect is not followed", async (status) => {
  const before = heard.length;
  expect(await send(`http://127.0.0.1:${port}/${status}`, {}, open())).toBe(`HTTP ${status}`);
  expect(heard).toHaveLength(before + 1);
});

test.each([
  ["http://127.0.0.1:PORT/"],
  ["http://localhost:PORT/"],
  ["http://2130706433:PORT/"],
  ["http://[::ffff:127.0.0.1]:PORT/"],
  ["file:///etc/passwd"],
])("S9: %s is refused by the default policy, and nothing is sent", async (address) => {
  const before = heard.length;
  expect(await send(address.replace("PORT", String(port)), {}, egressPolicy())).toMatch(/does not open|must be/);
  expect(heard).toHaveLength(before);
});

test("a receiver that is not there is told by its code", async () => {
  expect(await send("http://127.0.0.1:9/", {}, egressPolicy("127.0.0.1:9"))).toBe("ECONNREFUSED");
});
