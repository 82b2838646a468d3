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
