import type { IncomingMessage } from "node:http";
import { methodNames } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { config } from "../proxy.ts";
import { earlyAnswer } from "./early-answer.ts";

const answer = (method: string, url: string, headers: IncomingMessage["headers"] = {}) =>
  earlyAnswer({ method, url, headers: { host: "localhost", ...headers } } as IncomingMessage);
const toPost = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };

test.for([
  ["POST", "/getBalance/?x=1"],
  ...methodNames.map((name) => ["POST", `/${name}`] as const),
  ["GET", "/"],
  ["HEAD", "/openapi.json"],
  ["GET", "/solve"],
  ["GET", "/answer/x"],
  ["POST", "/answer/x"],
  ["POST", "/inbound/x"],
  ["POST", "/email/confirm/x"],
  ["POST", "/api/auth/sign-in/email"],
  ["POST", "/api/trpc/account.signUp"],
] as const)("%s %s reaches its method or the site", ([method, path]) => {
  expect(answer(method, path)).toBeUndefined();
});

test.for(["/solve", "/solve/", "/createtask", "/a.b", "/%00", "/", "/apps/1007", "/v1/createTask", "/api", "//"])(
  "POST %s is no method",
  (path) => {
    const refused = answer("POST", path);
    expect(refused?.status).toBe(200);
    expect(JSON.parse(refused?.body ?? "")).toMatchObject({ errorId: 14, errorCode: "ERROR_NO_SUCH_METHOD" });
  },
);

test.for([
  ["HEAD", "/getBalance", "POST, OPTIONS", "This method is called with POST."],
  ["PROPFIND", "/getBalance/?x", "POST, OPTIONS", "This method is called with POST."],
  ["PUT", "/", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["POST", "/_next/zz", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["POST", "/healthz", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["PROPFIND", "/solve", "GET, HEAD, OPTIONS", "This address accepts only GET, HEAD and OPTIONS."],
  ["GET", "/inbound/x", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["GET", "/api/auth/get-session", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["GET", "/mcp", "POST, OPTIONS", "This address accepts only POST and OPTIONS."],
  ["PUT", "/answer/x", "GET, HEAD, POST, OPTIONS", "This address accepts only GET, HEAD, POST and OPTIONS."],
] as const)("%s %s is a 405 that names what is allowed", ([method, path, allow, errorDescription]) => {
  const refused = answer(method, path);
  expect([refused?.status, refused?.headers.allow]).toEqual([405, allow]);
  const envelope = { errorId: 14, errorCode: "ERROR_NO_SUCH_METHOD", errorDescription };
  expect(JSON.parse(refused?.body ?? "{}")).toEqual(envelope);
});

test.for([
  ["/getBalance", "POST, OPTIONS"],
  ["/gettaskresult", "GET, HEAD, OPTIONS"],
  ["/", "GET, HEAD, OPTIONS"],
] as const)(
  "a preflight of a POST to %s is granted to any origin, so that a page can read the answer",
  ([path, allow]) => {
    expect(answer("OPTIONS", path, toPost)).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": expect.stringContaining("idempotency-key"),
        allow,
      },
    });
  },
);

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

test("a page's HTTP methods are not told under another site's name", () => {
  for (const method of ["OPTIONS", "PUT"]) expect(answer(method, "/", { host: "evil.example" })).toBeUndefined();
  expect(answer("PUT", "/getBalance", { host: "evil.example" })?.status).toBe(405);
});

test("the proxy runs before pages and unknown paths, and never before a method, a picture or a download", () => {
  const [matcher] = config.matcher;
  const runs = (path: string) => new RegExp(`^${matcher}$`).test(path);
  const files = ["/apps/1/icon", "/apps/1/screenshots/2", "/dashboard/tasks/1/result/texts/a%2Fb"];
  for (const path of ["/api/methods/test", "/openapi.json", "/healthz", "/readyz", "/_next/static/a.js", ...files])
    expect(runs(path), path).toBe(false);
  for (const path of ["/", "/apps/1", "/dashboard/tasks/1", "/solve", "/healthz2", "/a/healthz"])
    expect(runs(path), path).toBe(true);
});
