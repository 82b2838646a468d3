import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { listen } from "../../../../tests/listen.ts";
import { addressHeader } from "./caller-address.ts";
import { answerFromSite, staticFiles } from "./site.ts";

const text = "a chunk of the site. ".repeat(200);
const folder = openFolder();

mkdirSync(join(folder, "chunks"));
writeFileSync(join(folder, "chunks/a.js"), text);
writeFileSync(join(folder, "chunks/a.js.br"), brotliCompressSync(text));
writeFileSync(join(folder, "chunks/a.woff2"), "font");
const send = staticFiles(folder);
const server = createServer((request, response) => {
  if (!send(request, response)) response.writeHead(418).end();
});
const { port } = await listen(server);
afterAll(() => void server.close());

function ask(path: string, acceptEncoding: string, method = "GET", more = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": acceptEncoding, connection: "close", ...more };
    get({ port, host: "127.0.0.1", path, method, headers }, resolve).on("error", reject);
  });
}

test("a file of the build is sent compressed by Brotli, and may be cached forever", async () => {
  for (const path of ["/_next/static/chunks/a.js", "/_next/static/chunks/a.js?dpl=1"]) {
    const answer = await ask(path, "gzip, deflate, br");
    expect(answer.headers).toMatchObject({
      "content-type": "text/javascript",
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    const body = await buffer(answer);
    expect(brotliDecompressSync(body).toString()).toBe(text);
  }
  const head = await ask("/_next/static/chunks/a.js", "br", "HEAD");
  expect([head.statusCode, (await buffer(head)).length]).toEqual([200, 0]);
});

test.each(["bytes=9-1", "bytes=-5", "nonsense"])("a file is sent whole to somebody who asks for %s", async (range) => {
  const answer = await ask("/_next/static/chunks/a.js", "br", "GET", { range });
  expect(answer.statusCode).toBe(200);
  expect(brotliDecompressSync(await buffer(answer)).toString()).toBe(text);
});

test.each([
  ["/_next/static/chunks/a.js", "gzip"],
  ["/_next/static/chunks/a.js", "brotli"],
  ["/_next/static/chunks/a.woff2", "br"],
  ["/_next/static/chunks/none.js", "br"],
  ["/_next/static", "br"],
  ["/_next/static/chunks/../chunks/a.js", "br"],
  ["/chunks/a.js", "br"],
])("%s for somebody who reads %s is left to Next.js", async (path, acceptEncoding) => {
  expect((await ask(path, acceptEncoding)).statusCode).toBe(418);
});

/** A site whose callers are all over their limit. */
const limited = createServer((request, response) => {
  request.headers[addressHeader] = "203.0.113.1";
  const site = async () => void response.end("shown");
  void answerFromSite(request, response, { app: {} as never, limiter: { take: async () => 7 }, site });
});
const { port: limitedPort, url: limitedUrl } = await listen(limited);
afterAll(() => void limited.close());

test.for(["/", "/%61pps/7", "/apps/7/icon?v=1", "/answer/x", "/share/x", "/api/methods/x", "/_next/x"])(
  "S12: over the limit of its address, %s is answered with when to try again: a page to a browser",
  async (path) => {
    const page = await fetch(limitedUrl + path, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await page.text()).toContain("<h1>Too many requests</h1>");
    const call = await fetch(limitedUrl + path);
    expect([call.status, call.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await call.json()).toMatchObject({ errorCode: "ERROR_TOO_MANY_REQUESTS" });
  },
);

test.for(["/api/../apps", "/_next/%2e%2e/apps", "/inbound\\..\\apps", "/\\[/.."])(
  "%s does not avoid it",
  async (path) => {
    const [answer] = await once(get({ host: "127.0.0.1", port: limitedPort, path }), "response");
    expect(answer.resume().statusCode).toBe(429);
  },
);

test.for(["/_next/static/media/x.woff2", "/api/trpc/account.me", "/inbound/x", "/mcp", "/healthz", "/readyz"])(
  "%s has a limit of its own, or needs none",
  async (path) => {
    expect(await (await fetch(limitedUrl + path)).text()).toBe("shown");
  },
);
