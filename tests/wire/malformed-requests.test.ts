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
