import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { earlyAnswer } from "./early-answer.ts";

const answer = (method: string, url: string, headers: IncomingMessage["headers"] = {}) =>
  earlyAnswer({ method, url, headers: { host: "localhost", ...headers } } as IncomingMessage);
const toPost = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };

test.for([
  ["POST", "/getBalance"],
  ["POST", "/getBalance/?x=1"],
  ["GET", "/"],
  ["HEAD", "/openapi.json"],
  ["GET", "/solve"],
  ["GET", "/answer/x"],
  ["POST", "/answer/x"],
  ["POST", "/inbound/x"],
  ["POST", "/email/confirm/x"],
  ["POST", "/api/trpc/account.signUp"],
] as const)("%s %s reaches its method or the site", ([method, path]) => {
  expect(answer(method, path)).toBeUndefined();
});

test.for([
  ["GET", "/getBalance", "POST, OPTIONS", "This method is called with POST."],
  ["HEAD", "/getBalance", "POST, OPTIONS", "This method is called with POST."],
  ["PATCH", "/getBalance/", "POST, OPTIONS", "This method is called with POST."],
  ["PROPFIND", "/getBalance", "POST, OPTIONS", "This method is called with POST."],
  ["TRACE", "/getBalance?x", "POST, OPTIONS", "This method is called with POST."],
  ["PUT", "/", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["POST", "/_next/zz", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["POST", "/openapi.json", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["POST", "/healthz", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["POST", "/readyz/", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["PROPFIND", "/solve", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["GET", "/inbound/x", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["PUT", "/inbound/x", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["GET", "/api/auth/get-session", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["GET", "/mcp", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["PUT", "/answer/x", "GET, HEAD, POST, OPTIONS", "This address accepts only GET, HEAD, POST and OPTIONS."],
] as const)("%s %s is a 405 that names what is allowed", ([method, path, allow, errorDescription]) => {
  const refused = answer(method, path);
  expect([refused?.status, refused?.headers.allow]).toEqual([405, allow]);
  const envelope = { errorId: 14, errorCode: "ERROR_NO_SUCH_METHOD", errorDescription };
  expect(JSON.parse(refused?.body ?? "{}")).toEqual(envelope);
});

test.for(["/getBalance", "/gettaskresult", "/v1/createTask", "/"])(
  "a preflight of a POST to %s is granted to any origin, so that a page can read the answer",
  (path) => {
    expect(answer("OPTIONS", path, toPost)).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": expect.stringContaining("idempotency-key"),
      },
    });
  },
);

test("a page's HTTP methods are not told under another site's name", () => {
  for (const method of ["OPTIONS", "PUT"]) expect(answer(method, "/", { host: "evil.example" })).toBeUndefined();
  expect(answer("PUT", "/getBalance", { host: "evil.example" })?.status).toBe(405);
});

test("OPTIONS and a 405 of an unknown method name the same HTTP methods", () => {
  expect(answer("OPTIONS", "/gettaskresult", toPost)?.headers.allow).toBe("GET, HEAD, OPTIONS");
  expect(answer("PUT", "/gettaskresult")?.headers.allow).toBe("GET, HEAD, OPTIONS");
});

test.for([
  ["/api/trpc/account.signUp", "POST"],
  ["/answer/x", "POST"],
  ["/dashboard", "GET"],
  ["/healthz", "POST"],
] as const)("no page of another origin may call %s with %s", ([path, method]) => {
  const { status, headers = {} } = answer("OPTIONS", path, { "access-control-request-method": method }) ?? {};
  expect(status).toBe(204);
  expect(Object.keys(headers)).toEqual(["allow"]);
});
