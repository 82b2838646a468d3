import { expect, test } from "vitest";
import { asksForPage } from "./plain-page.ts";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.for([
  ["GET", "/", browser, true],
  ["HEAD", "/dashboard?range=today", browser, true],
  ["GET", "/apps/7", browser, true],
  ["POST", "/sign-in", browser, false],
  ["GET", "/_next/static/chunks/a.js", browser, false],
  ["GET", "/api/trpc/account.me", browser, false],
  ["GET", "/readyz", { accept: "*/*" }, false],
  ["GET", "/dashboard", { accept: "*/*", rsc: "1" }, false],
  ["GET", "/", {}, false],
] as const)("%s %s asks for a page: %o", ([method, url, headers, page]) => {
  expect(asksForPage({ method, url, headers })).toBe(page);
});
