import { once } from "node:events";
import { connect } from "node:net";
import { limits } from "@gatepost/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Installation, startInstallation } from "../installation.ts";
import { sendRaw } from "./raw.ts";

/** Row S1 for the portal: whatever is sent to tRPC and to authentication is answered, and nothing of it makes a stack trace. */

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation?.stop());

const signUp = "/api/trpc/account.signUp";
const signIn = "/api/auth/sign-in/email";

async function post(path: string, body: string | Uint8Array<ArrayBuffer>) {
  const { url } = installation;
  const headers = { origin: url, "content-type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const shapes: [string, (inner: string) => string][] = [
  ["a value", (inner) => `{"json":${inner}}`],
  ["a property", (inner) => `{"json":{"email":${inner}}}`],
  ["superjson's annotations", (inner) => `{"json":{},"meta":{"values":${inner}}}`],
];

test.for(shapes)("a body of 200 KB that is nested in %s is refused, alone and in a batch", async ([, shape]) => {
  for (const levels of [limits.nesting + 1, 5_000, 100_000]) {
    const body = shape(nested(levels));
    for (const [path, sent] of [
      [signUp, body],
      [`${signUp}?batch=1`, `{"0":${body}}`],
      [`${signUp},account.requestReset?batch=1`, `{"0":{"json":{}},"1":${body}}`],
    ] as const) {
      const answer = await post(path, sent);
      expect(answer.status, path).toBe(413);
      const errors = [answer.body].flat();
      for (const { error } of errors)
        expect(error.json).toMatchObject({
          message: expect.stringContaining(`deeper than ${limits.nesting} levels`),
          data: { code: "PAYLOAD_TOO_LARGE", httpStatus: 413 },
        });
    }
  }
});

test("an input in the query that is nested too deeply is refused", async () => {
  for (const levels of [limits.nesting + 1, 3_000]) {
    const input = `{"json":${nested(levels)}}`;
    const { status, body } = await sendRaw(installation.url, [
      `GET /api/trpc/account.me?input=${encodeURIComponent(input).replaceAll("%5B", "[").replaceAll("%5D", "]")} HTTP/1.1`,
      "Host: localhost",
    ]);
    expect([status, JSON.parse(body).error.json.data.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  }
});

test("authentication refuses a body that is nested too deeply", async () => {
  for (const levels of [limits.nesting + 1, 100_000])
    expect((await post(signIn, `{"email":${nested(levels)},"password":"x"}`)).status).toBe(413);
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

test.for([
  "",
  "{",
  "nonsense",
  "null",
  "[]",
  '{"json":null}',
  '{"json":{},"meta":{"values":{"__proto__.x":["Date"]}}}',
])("what is no call is a 400: %j", async (body) => {
  expect((await post(signUp, body)).status).toBe(400);
  expect((await post(signIn, body)).status).toBe(400);
});

test("no annotation of superjson in an input occupies the process", async () => {
  const levels = Array.from({ length: 64 }, (_, level) => `n${level}`);
  const json = Object.fromEntries(levels.map((level) => [level, { l: 0, r: 0 }]));
  const doubled = levels.slice(1).map((level, above) => [level, [`n${above}.l`, `n${above}.r`]]);
  for (const referentialEqualities of [{ n0: ["n0.l"] }, Object.fromEntries(doubled)])
    expect((await post(signUp, JSON.stringify({ json, meta: { referentialEqualities } }))).status).toBe(400);
});

test("bytes that are not UTF-8 are refused, not replaced", async () => {
  const body = new Uint8Array([...Buffer.from('{"json":{"email":"'), 0xff, ...Buffer.from('"}}')]);
  for (const path of [signUp, signIn]) expect((await post(path, body)).status, path).toBe(400);
});

test("clients that disconnect in the middle of a body leave nothing in the log", async () => {
  const other = await startInstallation();
  const before = other.log().length;
  const { host, hostname, port, origin } = new URL(other.url);
  const times = 20;
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
  await other.stop();
  expect(other.log().slice(before)).toBe("");
});
