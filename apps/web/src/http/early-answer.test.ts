import type { IncomingMessage } from "node:http";
import { methodNames } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { config } from "../proxy.ts";
import { earlyAnswer } from "./early-answer.ts";

const answer = (method: string, url: string, headers: IncomingMessage["headers"] = {}) =>
  earlyAnswer({ method, url, headers: { host: "localhost", ...headers } } as IncomingMessage);
const toPost = { "access-control-request-method": "POST" };

test.for([
  ["POST", "/getBalance/?x=1"],
  ...methodNames.map((name) => ["POST", `/${name}`] as const),
  ["GET", "/"],
  ["HEAD", "/openapi.json"],
  ["GET", "/solve"],
  ["GET", "/answer/x"],
  ["POST", "/answer/x"],
  ["POST", "/answer/x/"],
  ["POST", "/inbound/x"],
  ["POST", "/email/confirm/x"],
  ["POST", "/api/auth/sign-in/email"],
  ["POST", "/api/trpc/account.signUp"],
] as const)("%s %s reaches its method or the site", ([method, path]) => {
  expect(answer(method, path)).toBeUndefined();
});

test.for([
  "/",
  "/apps/1",
  "/answer/",
  "/answer/x/y",
  "/answer/%2e%2e/apps/1",
  "/answer/..",
  "/email/x",
  "/api/trpc/x/y",
])("POST %s is no server action of a page, but an unknown method", (path) => {
  expect(answer("POST", path)?.code).toBe("ERROR_NO_SUCH_METHOD");
});

test.for([
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

test("no page of another origin may call an answer page with POST", () => {
  const { status, headers = {} } = answer("OPTIONS", "/answer/x", toPost) ?? {};
  expect([status, Object.keys(headers)]).toEqual([204, ["allow"]]);
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
