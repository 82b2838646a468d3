import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { root } from "../checks.ts";
import { newAccount } from "../factories.ts";
import { newPortalSession, password } from "../portal-session.ts";
import { sendRaw, send as sendRequest } from "./raw.ts";
import { openInstallation } from "./wire.ts";

/**
 * Row S1 for the portal: whatever is sent to its pages, to tRPC and to authentication is answered, never with 500, and writes no
 * stack trace to the log.
 */

const { installation, operator } = await openInstallation();
/** Sends one request, with the headers that a page of the site itself would send. */
const send = (method: string, path: string, more: readonly string[] = [], body: string | object = "") => {
  const headers = [`Origin: ${installation.url}`, "Accept: text/html", ...more];
  return sendRequest(installation.url, method, path, { headers, body });
};

test("a path with malformed percent-encoding is a 400", async () => {
  for (const path of ["/%ff", "/apps/%", "/apps/%zz/download", "/share/%c3%28", "/api/trpc/%ff"]) {
    const { status, body } = await send("GET", path);
    expect(status, path).toBe(400);
    expect(JSON.parse(body), path).toMatchObject({ errorCode: "ERROR_BAD_REQUEST" });
  }
});

test("percent-encoding in a path that is valid, and any in a query, is let through", async () => {
  expect((await send("GET", "/sign-in?next=%ff")).status).toBe(200);
  expect((await send("GET", "/apps/%E4%B8%8B")).status).toBe(404);
});

test("a call of a server action, which the site has none of, is none", async () => {
  const action = [`Next-Action: ${"a".repeat(42)}`, "Content-Type: multipart/form-data; boundary=x"];
  for (const path of ["/", "/nowhere/at/all", "/_next/static/x.js"]) {
    const answer = await send("POST", path, action, "--x--");
    // A POST may be meant for a method of the API, whose errors have status 200; nothing else is below /_next/.
    if (path.startsWith("/_next/")) expect(answer.status, path).toBe(405);
    else expect(JSON.parse(answer.body), path).toMatchObject({ errorCode: "ERROR_NO_SUCH_METHOD" });
  }
});

test("what a router of Next.js would not send is a 400", async () => {
  for (const state of ["x", "%ff", "%7B%7D", encodeURIComponent('["",{"children":1}]')])
    expect((await send("GET", "/nowhere", ["RSC: 1", `Next-Router-State-Tree: ${state}`])).status, state).toBe(400);
});

test("images are not resized for anybody, and no folder is made for them", async () => {
  const folder = join(root, "apps/web/.next/cache/images");
  rmSync(folder, { recursive: true, force: true });
  for (const url of ["/icon.svg", "/nowhere.png", "http://127.0.0.1:1/"])
    expect((await send("GET", `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`)).status, url).toBe(404);
  expect(existsSync(folder)).toBe(false);
});

test.for([
  ["sign-in/email", { callbackURL: "//evil.example" }],
  ["sign-in/email", { callbackURL: 7 }],
  ["sign-out", { redirectTo: "https://evil.example" }],
  ["reset-password", { token: "x", newPassword: password, errorCallbackURL: "\\evil.example" }],
  ["reset-password?callbackURL=//evil.example", { token: "x", newPassword: password }],
] as const)("authentication gets only the fields that pages send: %s with %j", async ([path, more]) => {
  const body = { email: "ada@example.org", password, ...more };
  const { status, head } = await send("POST", `/api/auth/${path}`, [], body);
  expect(status).not.toBe(403);
  expect(status).toBeLessThan(500);
  expect(head).not.toMatch(/^location:/im);
});

const signUp = "/api/trpc/account.signUp";
const signIn = "/api/auth/sign-in/email";

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const { url } = installation;
  const headers = { origin: url, "content-type": "application/json", ...more };
  const answer = await fetch(url + path, { method: "POST", headers, body });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test("a body that is nested too deeply is refused, alone and in a batch, and by authentication", async () => {
  for (const inner of [nested(limits.nesting + 1), nested(100_000)]) {
    for (const body of [
      `{"json":${inner}}`,
      `{"json":{"email":${inner}}}`,
      // superjson's annotations
      `{"json":{},"meta":{"values":${inner}}}`,
    ])
      for (const [path, sent] of [
        [signUp, body],
        [`${signUp},account.requestReset?batch=1`, `{"0":{"json":{}},"1":${body}}`],
      ] as const) {
        const answer = await post(path, sent);
        expect(answer.status, path).toBe(413);
        for (const { error } of [answer.body].flat())
          expect(error.json).toMatchObject({
            message: expect.stringContaining(`deeper than ${limits.nesting} levels`),
            data: { code: "PAYLOAD_TOO_LARGE", httpStatus: 413 },
          });
      }
    expect((await post(signIn, `{"email":${inner},"password":"x"}`)).status).toBe(413);
  }
});

test("an input in the query that is nested too deeply is refused", async () => {
  const input = `{"json":${nested(3_000)}}`;
  const { status, body } = await sendRaw(installation.url, [
    `GET /api/trpc/account.me?input=${encodeURIComponent(input).replaceAll("%5B", "[").replaceAll("%5D", "]")} HTTP/1.1`,
    "Host: localhost",
  ]);
  expect([status, JSON.parse(body).error.json.data.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test("a body over the limit of the JSON methods is refused by tRPC and by authentication, with and without its length", async () => {
  for (const path of [signUp, signIn]) {
    const body = `{"json":"${"x".repeat(limits.bodyBytes)}"}`;
    expect((await post(path, body)).status, path).toBe(413);
    const { host, origin } = new URL(installation.url);
    const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, "Content-Type: application/json"];
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect((await sendRaw(installation.url, [...head, "Transfer-Encoding: chunked"], chunk)).status, path).toBe(413);
  }
});

test("what is no call is a 400, and so are bytes that are not UTF-8", async () => {
  const notUtf8 = new Uint8Array([...Buffer.from('{"json":{"email":"'), 0xff, ...Buffer.from('"}}')]);
  const prototype = '{"json":{},"meta":{"values":{"__proto__.x":["Date"]}}}';
  for (const body of ["", "{", "null", "[]", '{"json":null}', prototype, notUtf8])
    for (const path of [signUp, signIn]) expect((await post(path, body)).status, `${path} ${body}`).toBe(400);
});

test("no annotation of superjson in an input occupies the process", async () => {
  const levels = Array.from({ length: 64 }, (_, level) => `n${level}`);
  const json = Object.fromEntries(levels.map((level) => [level, { l: 0, r: 0 }]));
  const doubled = levels.slice(1).map((level, above) => [level, [`n${above}.l`, `n${above}.r`]]);
  for (const referentialEqualities of [{ n0: ["n0.l"] }, Object.fromEntries(doubled)])
    expect((await post(signUp, JSON.stringify({ json, meta: { referentialEqualities } }))).status).toBe(400);
});

test("U+0000 and dates that PostgreSQL cannot hold are refused by every method and page", async () => {
  const { accountId } = await newAccount(operator);
  const cookie = await newPortalSession({ operator }, accountId);

  expect((await send("GET", "/apps?q=%00")).status).toBe(200);
  expect((await send("GET", "/apps/1/icon?v=%00")).status).toBe(404);
  const key = { name: "key", readOnly: false, addresses: [] };
  for (const [path, json] of [
    ["account.signUp", { email: "a\0@b.example", password }],
    ["applications.create", { name: "a\0b", description: "", homepage: "", downloadUrl: "", published: false }],
    ["tasks.push", { taskId: 1, name: "\0", value: "1" }],
    ["keys.create", { ...key, name: "\0" }],
    ["keys.create", { ...key, expiresAt: "-271821-04-20T00:00:00.000Z" }],
    ["keys.create", { ...key, expiresAt: "+275760-09-13T00:00:00.000Z" }],
  ] as const)
    expect((await post(`/api/trpc/${path}`, JSON.stringify({ json }), { cookie })).status, path).toBe(400);
  for (const path of ["sign-in/email", "reset-password", "reset-password?token=%00"]) {
    const body = JSON.stringify({ email: "a\0@b.example", password, newPassword: password, token: "\0" });
    expect((await post(`/api/auth/${path}`, body)).status, path).toBe(400);
  }
});

test("a request carries a handful of calls, not thousands", async () => {
  const calls = (count: number) => Array.from({ length: count }, () => "account.me").join();
  expect((await send("GET", `/api/trpc/${calls(20)}?batch=1&input=%7B%7D`)).status).toBe(401);
  const refused = await send("GET", `/api/trpc/${calls(1_000)}?batch=1&input=%7B%7D`);
  expect(refused.status).toBe(400);
  expect(refused.body.length).toBeLessThan(1_000);
});

test("a call that offers another protocol is answered in this one", async () => {
  // With its first page Next.js begins to listen for upgrades.
  expect((await send("GET", "/apps")).status).toBe(200);
  const { hostname, port } = new URL(installation.url);
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
});

test("clients that disconnect in the middle of a body and the connections of the test before hold up no stop, and nothing left a trace in the log", async () => {
  const { host, hostname, port, origin } = new URL(installation.url);
  const times = 6;
  for (const path of [signUp, signIn, "/getBalance"])
    for (let n = 0; n < times; n++) {
      const socket = connect(Number(port), hostname);
      const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, "Content-Type: application/json"];
      socket.write(`${[...head, "Content-Length: 1000", "Expect: 100-continue"].join("\r\n")}\r\n\r\n{"json":`);
      // The server has read the headers by then, and waits for the rest.
      expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
      if (n % 2) socket.resetAndDestroy();
      else socket.destroy();
    }
  // A server that stops has ended what it had in hand.
  await installation.stop();
  const lines = installation.log().trimEnd().split("\n");
  // And what its heartbeats say on a busy machine.
  const expected = /"level":"info".*"event":"(?:listening|sign-\w+(?:\/email)?|reset-password)"|"event":"database /;
  expect(lines.filter((line) => !expected.test(line))).toEqual([]);
});
