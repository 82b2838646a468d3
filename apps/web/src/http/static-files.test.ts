import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { staticFiles } from "./site.ts";

const text = "a chunk of the site. ".repeat(200);
const folder = mkdtempSync(join(tmpdir(), "gatepost-static-"));
let close: () => void;

mkdirSync(join(folder, "chunks"));
writeFileSync(join(folder, "chunks/a.js"), text);
writeFileSync(join(folder, "chunks/a.js.br"), brotliCompressSync(text));
writeFileSync(join(folder, "chunks/a.woff2"), "font");
const send = staticFiles(folder);
const server = createServer((request, response) => {
  if (!send(request, response)) response.writeHead(418).end();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
close = () => server.close();

afterAll(() => {
  close?.();
  rmSync(folder, { recursive: true, force: true });
});

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

test.each(["bytes=9-1", "bytes=0-99999999999999999999", "bytes=-5", "bytes=9999-", "nonsense"])(
  "a file is sent whole to somebody who asks for a part of it: %s",
  async (range) => {
    const answer = await ask("/_next/static/chunks/a.js", "br", "GET", { range });
    expect(answer.statusCode).toBe(200);
    expect(brotliDecompressSync(await buffer(answer)).toString()).toBe(text);
  },
);

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
