import { methodNames } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { config } from "../proxy.ts";
import { unknownMethod } from "./early-answer.ts";

test.for([
  "/solve",
  "/solve/",
  "/createtask",
  "/createTasks",
  "/a.b",
  "/%00",
  "/apps",
  "/",
  "/apps/1007",
  "/v1/createTask",
  "/api",
  "/api/v1/x",
  "//",
])("POST %s is no method", (path) => {
  const answer = unknownMethod(path);
  expect(answer?.status).toBe(200);
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({ errorId: 14, errorCode: "ERROR_NO_SUCH_METHOD" });
});

test.for([
  "/_next/static/x",
  "/api/trpc/stats.report",
  "/api/auth/sign-in/email",
  "/openapi.json",
  ...methodNames.map((name) => `/${name}`),
])("POST %s is answered elsewhere", (path) => {
  expect(unknownMethod(path)).toBeUndefined();
});

test("the proxy runs before pages and unknown paths, and never before a method, a picture or a download", () => {
  const [matcher] = config.matcher;
  const runs = (path: string) => new RegExp(`^${matcher}$`).test(path);
  const files = ["/apps/1/icon", "/apps/1/screenshots/2", "/dashboard/tasks/1/result/texts/a%2Fb"];
  for (const path of ["/api/methods/test", "/openapi.json", "/healthz", "/readyz", "/_next/static/a.js", ...files])
    expect(runs(path), path).toBe(false);
  const pages = ["/", "/apps/1", "/dashboard/tasks/1"];
  for (const path of [...pages, "/solve", "/healthz2", "/a/healthz"]) expect(runs(path), path).toBe(true);
});
