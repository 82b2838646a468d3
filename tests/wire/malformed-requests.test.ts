import { connect } from "node:net";
import { errors } from "@gatepost/contract/errors";
import { expect, inject, test } from "vitest";
import { type RawResponse, sendRaw } from "./raw.ts";

const { url } = inject("installation");
const post = "POST /getBalance HTTP/1.1";
const host = "Host: localhost";

function expectEnvelope({ head, body }: RawResponse, code: keyof typeof errors): void {
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
  expect(head).toMatch(/^x-request-id: [0-9a-f]{12}\r?$/im);
  expect(head).toMatch(/^access-control-allow-origin: \*\r?$/im);
  expect(JSON.parse(body)).toEqual({
    errorId: errors[code].id,
    errorCode: code,
    errorDescription: expect.stringMatching(/^\w.*\.$/),
  });
}

test.for([
  ["no Host header", 400, [post], ""],
  ["a length that is no number", 400, [post, host, "Content-Length: abc"], ""],
  ["a malformed chunk", 400, [post, host, "Transfer-Encoding: chunked"], "zz\r\n"],
  ["both a length and chunks", 400, [post, host, "Transfer-Encoding: chunked", "Content-Length: 5"], "0\r\n\r\n"],
  ["something else than HTTP", 400, ["hello"], ""],
] as const)("a request with %s is answered with the envelope and an id", async ([, status, lines, body]) => {
  const answer = await sendRaw(url, lines, body);
  expect(answer.status).toBe(status);
  expectEnvelope(answer, "ERROR_BAD_REQUEST");
});

test("so are headers that are too large", async () => {
  const answer = await sendRaw(url, [post, host, `X-Large: ${"x".repeat(20_000)}`]);
  expect(answer.status).toBe(431);
  expectEnvelope(answer, "ERROR_REQUEST_TOO_LARGE");
});

test("so are the extensions of chunks", async () => {
  const answer = await sendRaw(url, [post, host, "Transfer-Encoding: chunked"], `2;x=${"x".repeat(20_000)}\r\n{}\r\n`);
  expect(answer.status).toBe(413);
  expectEnvelope(answer, "ERROR_REQUEST_TOO_LARGE");
});

test("an unknown expectation is ignored", async () => {
  const answer = await sendRaw(url, [post, host, "Expect: foo", "Content-Length: 2"], "{}");
  expect(answer.status).toBe(200);
  expectEnvelope(answer, "ERROR_KEY_DOES_NOT_EXIST");
});

test("a malformed request behind a good one does not disturb the answer to that", async () => {
  const good = [post, host, "Content-Length: 2", "", "{}"].join("\r\n");
  const { head, body } = await sendRaw(url, [`${good}hello`]);
  expect(head).toMatch(/^HTTP\/1\.1 (?:200|400) /);
  expect(body.match(/errorCode/g)?.length).toBe(1);
});

test.for([
  ["PROPFIND", "/getBalance", "POST, OPTIONS"],
  ["TRACE", "/getBalance", "POST, OPTIONS"],
  ["PATCH", "/getBalance", "POST, OPTIONS"],
  ["PUT", "/", "GET, HEAD, OPTIONS"],
  ["POST", "/_next/zz", "GET, HEAD, OPTIONS"],
  ["POST", "/openapi.json", "GET, HEAD, OPTIONS"],
  ["POST", "/healthz", "GET, HEAD, OPTIONS"],
  ["GET", "/inbound/x", "POST, OPTIONS"],
  ["PUT", "/inbound/x", "POST, OPTIONS"],
  ["DELETE", "/answer/x", "GET, HEAD, POST, OPTIONS"],
] as const)("%s %s is a 405 with the envelope, which allows what the address accepts", async ([verb, path, allow]) => {
  const answer = await sendRaw(url, [`${verb} ${path} HTTP/1.1`, host]);
  expect(answer.status).toBe(405);
  expectEnvelope(answer, "ERROR_NO_SUCH_METHOD");
  expect(answer.head).toContain(`\r\nallow: ${allow}`);
  expect(answer.body.includes("called with POST")).toBe(path === "/getBalance");
});

test("a request whose headers do not arrive in time is a 408", async () => {
  const { hostname, port } = new URL(url);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname).setEncoding("latin1");
    let answered = "";
    socket.on("data", (part: string) => {
      answered += part;
    });
    socket.on("error", reject).on("close", () => resolve(answered));
    socket.write(`${post}\r\n${host}\r\n`);
  });
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expectEnvelope({ status: 408, head, body }, "ERROR_BAD_REQUEST");
});
