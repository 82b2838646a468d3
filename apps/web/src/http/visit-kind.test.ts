import { expect, test } from "vitest";
import { visitKind } from "./visit-kind.ts";

test.for([
  ["GET", {}, "document"],
  ["GET", { "user-agent": "curl/8.5.0", accept: "*/*" }, "document"],
  // What fetch of Node.js sends.
  ["GET", { "sec-fetch-mode": "cors", "user-agent": "node" }, "document"],
  ["GET", { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-user": "?1" }, "document"],
  ["GET", { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" }, "document"],
  ["GET", { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" }, "prefetch"],
  ["GET", { "sec-fetch-dest": "image" }, "prefetch"],
  ["GET", { "sec-purpose": "prefetch;prerender", "sec-fetch-dest": "document" }, "prefetch"],
  ["GET", { purpose: "prefetch" }, "prefetch"],
  ["GET", { "x-purpose": "preview" }, "prefetch"],
  ["GET", { "x-moz": "prefetch" }, "prefetch"],
  ["GET", { rsc: "1" }, "prefetch"],
  ["GET", { "next-router-prefetch": "1" }, "prefetch"],
  ["HEAD", {}, "head"],
  ["POST", {}, "prefetch"],
] as const)("%s with %j is a %s", ([verb, headers, kind]) => {
  expect(visitKind(verb, new Headers(headers))).toBe(kind);
});
