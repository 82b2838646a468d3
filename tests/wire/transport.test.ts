import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { errors } from "@gatepost/contract/errors";
import { limits } from "@gatepost/contract/limits";
import { methodNames } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { type Answer, expectError, expectSuccess, post, read } from "./call.ts";
import { openWire } from "./wire.ts";

const { url, operator, call } = openWire();
const account = await newAccount(operator, { balance: 12.3456 });
const bytes = (text: string) => new TextEncoder().encode(text);
const body = JSON.stringify({ clientKey: account.clientKey });

test.for([
  "application/json",
  "application-json",
  "application/json; charset=utf-8",
  "application/json;charset=ISO-8859-1",
  "text/plain",
  "text/plain;charset=UTF-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "nonsense",
])("the body is read as JSON when its type is said to be %s", async (type) => {
  const answer = await post(url, "getBalance", bytes(body), { "content-type": type });
  expectSuccess(answer, "getBalance");
  expect(answer.body.balance).toBe(12.3456);
});

test("the body is read as JSON when no type is sent", async () => {
  expectSuccess(await post(url, "getBalance", bytes(body)), "getBalance");
});

test("whatever the caller says that it accepts, the answer is JSON", async () => {
  expectSuccess(await call("getBalance", { clientKey: account.clientKey }, { accept: "text/html" }), "getBalance");
});

test.for([
  ["a lone continuation byte", [0x80]],
  ["an overlong form", [0xc0, 0xaf]],
  ["a cut-off character", [0xe2, 0x82]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["Latin 1", [0xe9]],
] as const)("UTF-8 is decoded strictly: %s is refused, not replaced", async ([, wrong]) => {
  const around = bytes(`{"clientKey":"${account.clientKey}","note":"`);
  const answer = await post(url, "getBalance", new Uint8Array([...around, ...wrong, ...bytes('"}')]));
  expectError(answer, "ERROR_BAD_REQUEST", 400);
});

test.for(["", " ", "{", "[]", "[{}]", '"text"', "null", "0", "true", "{}x", "{'clientKey':1}", '{"a":1,}', "\u0000"])(
  "a body that is not a JSON object is a 400: %j",
  async (wrong) => {
    for (const method of methodNames) expectError(await post(url, method, bytes(wrong)), "ERROR_BAD_REQUEST", 400);
  },
);

test.for(["GET", "HEAD", "PUT", "PATCH", "DELETE"])("%s of a method is a 405 that allows POST", async (verb) => {
  for (const method of methodNames) {
    const answer = await read(await fetch(`${url}/${method}`, { method: verb, ...(verb === "PUT" && { body }) }));
    expect(answer.headers.get("allow")).toContain("POST");
    if (verb === "HEAD") expect([answer.status, answer.text]).toEqual([405, ""]);
    else expectError(answer, "ERROR_NO_SUCH_METHOD", 405);
  }
});

/** A body of exactly this many bytes: a good one, with a property that is not known. */
function sized(size: number): Uint8Array {
  const empty = JSON.stringify({ clientKey: account.clientKey, note: "" });
  return bytes(JSON.stringify({ clientKey: account.clientKey, note: "x".repeat(size - empty.length) }));
}

test("a body of 256 KiB is taken, and one byte more is a 413", async () => {
  expectSuccess(await post(url, "getBalance", sized(limits.bodyBytes)), "getBalance");
  const answer = await post(url, "getBalance", sized(limits.bodyBytes + 1));
  expectError(answer, "ERROR_REQUEST_TOO_LARGE", 413);
  expect(answer.body.errorDescription).toMatch(/256 KiB|262,?144/);
});

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

test("a failed call is still a 200, since clients of this protocol read no other", async () => {
  const answer = await call("getBalance", { clientKey: "gp_nobody" });
  expectError(answer, "ERROR_KEY_DOES_NOT_EXIST", 200);
  expect(answer.body).toMatchObject({
    errorId: 1,
    errorDescription: expect.stringMatching(/account authorization key not found/i),
  });
});

test("POST to a path that is not a method is ERROR_NO_SUCH_METHOD, whatever its body", async () => {
  for (const name of [
    "/",
    "v1/createTask",
    "a/b/c",
    "apps/1001",
    "sign-in",
    "solveEverything",
    "createtask",
    "CREATETASK",
    "getTaskResults",
    "%00",
    "a.b",
    "__proto__",
  ]) {
    for (const sent of [bytes(body), bytes("{"), bytes("")])
      expectError(await post(url, name, sent), "ERROR_NO_SUCH_METHOD", 200);
  }
});

test("GET of an unknown path is the site's ordinary 404 page", async () => {
  const { status, headers, text } = await read(await fetch(`${url}/solveEverything`));
  expect(status).toBe(404);
  expect(headers.get("content-type")).toContain("text/html");
  expect(text).toContain("<html");
});

test("a slash at the end of a method's path does no harm", async () => {
  expectSuccess(await post(url, "getBalance/", bytes(body)), "getBalance");
});

test("any origin may call, and responses say so, errors too", async () => {
  const origin = { origin: "https://somewhere.example" };
  const answers = [
    await call("getBalance", { clientKey: account.clientKey }, origin),
    await call("getBalance", {}, origin),
    await post(url, "getBalance", bytes("{"), origin),
    await post(url, "getBalance", sized(limits.bodyBytes + 1), origin),
    await post(url, "solveEverything", bytes(body), origin),
    await read(await fetch(`${url}/getBalance`, { headers: origin })),
  ];
  for (const { headers } of answers) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials"), "no cookies are involved").toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  }
});

test.for(methodNames)("a browser's preflight for %s is granted", async (method) => {
  const { status, headers } = await fetch(`${url}/${method}`, {
    method: "OPTIONS",
    headers: {
      origin: "https://somewhere.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,idempotency-key",
    },
  });
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-methods")).toContain("POST");
  expect(headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
  expect(headers.get("access-control-allow-headers")?.toLowerCase()).toContain("idempotency-key");
});

test("a page of another origin learns that a method's name is misspelt", async () => {
  const origin = { origin: "https://somewhere.example" };
  const preflight = await fetch(`${url}/gettaskresult`, {
    method: "OPTIONS",
    headers: { ...origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-headers")).toContain("content-type");
  const answer = await post(url, "gettaskresult", {}, origin);
  expectError(answer, "ERROR_NO_SUCH_METHOD", 200);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});

test("no page of another origin may read the portal's pages or make its calls", async () => {
  for (const [path, method] of [
    ["sign-in", "GET"],
    ["api/trpc/account.me", "GET"],
    ["api/trpc/account.signUp", "POST"],
  ] as const) {
    const asked = { origin: "https://somewhere.example", "access-control-request-method": method };
    const answers = [
      await fetch(`${url}/${path}`, { method: "OPTIONS", headers: asked }),
      await fetch(`${url}/${path}`, { method, headers: { origin: asked.origin } }),
    ];
    for (const { headers } of answers) expect(headers.get("access-control-allow-origin"), path).toBeNull();
  }
});

test("a compressed body is a 415 that says so, and an encoding that is only named does no harm", async () => {
  const answer = await post(url, "getBalance", gzipSync(body), { "content-encoding": "gzip" });
  expectError(answer, "ERROR_BAD_REQUEST", 415);
  expect(answer.body.errorDescription).toContain("compressed");
  expect(answer.headers.get("accept-encoding")).toBe("identity");
  expectSuccess(await post(url, "getBalance", bytes(body), { "content-encoding": "utf-8" }), "getBalance");
});

test("if a property occurs twice, one of its values is used", async () => {
  const twice = `{"clientKey":"nobody","clientKey":"${account.clientKey}"}`;
  expectSuccess(await post(url, "getBalance", bytes(twice)), "getBalance");
});

test("every error has its own id, and a sentence to show", () => {
  const entries = Object.values(errors);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  for (const { id, description } of entries) {
    expect(id).toBeGreaterThan(0);
    expect(description).toMatch(/^\w.*\.$/);
  }
});
