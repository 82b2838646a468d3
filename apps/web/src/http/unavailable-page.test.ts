import { createServer } from "node:http";
import { DomainError } from "@gatepost/domain/platform/errors";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../tests/listen.ts";
import { pageFailed, renderPage } from "./page-outage.ts";
import { asksForPage } from "./plain-page.ts";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.for([
  ["GET", "/", browser, true],
  ["HEAD", "/dashboard?range=today", browser, true],
  ["POST", "/sign-in", browser, false],
  ["GET", "/_next/static/chunks/a.js", browser, false],
  ["GET", "/api/trpc/account.me", browser, false],
  ["GET", "/readyz", { accept: "*/*" }, false],
  ["GET", "/dashboard", { accept: "*/*", rsc: "1" }, false],
] as const)("%s %s asks for a page: %o", ([method, url, headers, page]) => {
  expect(asksForPage({ method, url, headers })).toBe(page);
});

test.for([
  [new DomainError("ERROR_SERVICE_UNAVAILABLE"), "This is not possible right now"],
  [Object.assign(new Error(), { code: "57P01" }), "The database is unavailable"],
] as const)("a page that fails because something cannot be reached is answered 503: %s", async ([error, title]) => {
  const server = createServer((request, response) =>
    renderPage(request, response, async () => {
      // What Next.js does.
      await pageFailed(error, {} as never, {} as never);
      response.writeHead(500).end("It failed.");
    }),
  );
  onTestFinished(() => void server.close());
  const { url } = await listen(server);
  const page = await fetch(url, { headers: browser });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await page.text()).toContain(`<h1>${title}</h1>`);
  const call = await fetch(url);
  expect([call.status, call.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await call.json()).toMatchObject({ errorCode: "ERROR_SERVICE_UNAVAILABLE" });
});
