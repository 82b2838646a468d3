import { request } from "node:http";
import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { type Answer, expectError, post } from "./call.ts";
import { send, sendRaw } from "./raw.ts";
import { openWire } from "./wire.ts";

const { url, operator } = openWire();
const account = await newAccount(operator, { balance: 12.3456 });
const bytes = (text: string) => new TextEncoder().encode(text);
const body = JSON.stringify({ clientKey: account.clientKey });

test("a body without a length that never ends is refused long before its caller tires", async () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  let sent = 0;
  const answer = await new Promise<Answer>((resolve, reject) => {
    const call = request(`${url}/getBalance`, { method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => {
        call.destroy();
        const headers = new Headers(response.headers as Record<string, string>);
        resolve({ status: response.statusCode ?? 0, headers, text, body: JSON.parse(text) });
      });
    });
    // The answer comes while the body is still being sent; the cut afterwards is ours or the server's.
    call.on("error", (error) => setTimeout(reject, 2_000, error).unref());
    const pump = () => {
      if (call.destroyed || sent > 64 * limits.bodyBytes) return;
      sent += chunk.length;
      call.write(chunk, () => setImmediate(pump));
    };
    pump();
  });
  expectError(answer, "ERROR_REQUEST_TOO_LARGE", 413);
  expect(sent).toBeLessThan(32 * limits.bodyBytes);
});

test("a slash at the end of a method's path does no harm", async () => {
  const { text } = await post(url, "getBalance/", bytes(body));
  expect(text).toBe('{"errorId":0,"balance":12.3456}');
});

test("no method answers below a path that Next.js takes for its route", async () => {
  for (const method of ["getBalance", "nothing"]) {
    const { status, body: answer } = await send(url, "POST", `/api/trpc/../methods/${method}`, { body });
    expect([status, JSON.parse(answer).errorCode], method).toEqual([200, "ERROR_NO_SUCH_METHOD"]);
  }
});

test("an unknown expectation is ignored", async () => {
  const lines = ["POST /getBalance HTTP/1.1", "Host: localhost", "Expect: foo", "Content-Length: 2"];
  const { status, body } = await sendRaw(url, lines, "{}");
  expect([status, JSON.parse(body).errorCode]).toEqual([200, "ERROR_KEY_DOES_NOT_EXIST"]);
});

test("a malformed request behind a good one does not disturb the answer to that", async () => {
  const good = ["POST /getBalance HTTP/1.1", "Host: localhost", "Content-Length: 2", "", "{}"].join("\r\n");
  const { head, body } = await sendRaw(url, [`${good}hello`]);
  expect(head).toMatch(/^HTTP\/1\.1 (?:200|400) /);
  expect(body.match(/errorCode/g)?.length).toBe(1);
});
