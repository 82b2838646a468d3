import { once } from "node:events";
import { connect } from "node:net";
import { newAccount } from "../factories.ts";
import { newPortalSession, password } from "../portal-session.ts";
import { expect, test } from "./flow.ts";
import { send } from "./send.ts";
import { logFromNow, startWeb, type Web } from "./web.ts";

/** What no browser sends is answered like any other request that cannot be read, by the pages too. */

const change = (web: Web, path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`${web.url}${path}`, { method: "POST", headers: { origin: web.url, ...headers }, body });

test("U+0000 and dates that PostgreSQL cannot hold are refused by every method and page", async ({ web }) => {
  const said = logFromNow(web);
  const { accountId } = await newAccount(web.operator);
  const cookie = await newPortalSession(web, accountId);

  expect((await send(`${web.url}/apps?q=%00`)).status).toBe(200);
  expect((await send(`${web.url}/apps/1/icon?v=%00`)).status).toBe(404);
  const own = { name: "a\0b", description: "", homepage: "", downloadUrl: "", published: false };
  const key = { name: "key", readOnly: false, addresses: [] };
  for (const [path, json] of [
    ["account.signUp", { email: "a\0@b.example", password }],
    ["applications.create", own],
    ["tasks.push", { taskId: 1, name: "\0", value: "1" }],
    ["keys.create", { ...key, name: "\0" }],
    ["keys.create", { ...key, expiresAt: "-271821-04-20T00:00:00.000Z" }],
    ["keys.create", { ...key, expiresAt: "+275760-09-13T00:00:00.000Z" }],
  ] as const)
    expect((await change(web, `/api/trpc/${path}`, { json }, { cookie })).status, path).toBe(400);
  for (const path of ["sign-in/email", "reset-password", "reset-password?token=%00"]) {
    const body = { email: "a\0@b.example", password, newPassword: password, token: "\0" };
    expect((await change(web, `/api/auth/${path}`, body)).status, path).toBe(400);
  }
  expect(said()).not.toContain('"level":"error"');
});

test("a request carries a handful of calls, not thousands", async ({ web }) => {
  const calls = (count: number) => Array.from({ length: count }, () => "account.me").join();
  expect((await send(`${web.url}/api/trpc/${calls(20)}?batch=1&input=%7B%7D`)).status).toBe(401);
  const refused = await send(`${web.url}/api/trpc/${calls(1_000)}?batch=1&input=%7B%7D`);
  expect(refused.status).toBe(400);
  expect(refused.body.length).toBeLessThan(1_000);
});

test("a call that offers another protocol is answered in this one, and its connection holds up no stop", async () => {
  const web = await startWeb();
  // With its first page Next.js begins to listen for upgrades.
  expect((await send(`${web.url}/apps`)).status).toBe(200);
  const { hostname, port } = new URL(web.url);
  const ask = async (head: string[], body: string) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    const common = [`Host: ${hostname}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
    socket.write(`${[...head, ...common].join("\r\n")}\r\n\r\n${body}`);
    const [said] = (await once(socket, "data")) as [string];
    return said;
  };
  const offer = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"];
  expect(await ask(["POST /getBalance HTTP/1.1", ...offer], "{}")).toMatch(/^HTTP\/1\.1 200 .*"errorId":1,/s);
  const socket = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  expect(await ask(["GET /_next/x HTTP/1.1", ...socket], "")).toMatch(/^HTTP\/1\.1 404 /);
  await web[Symbol.asyncDispose]();
  expect(web.log()).not.toContain('"level":"error"');
});
