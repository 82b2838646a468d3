import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { securityHeaders } from "../http/security-headers.ts";

const compress = promisify(brotliCompress);

/** Types worth compressing; fonts are compressed already. */
const types: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/**
 * Sends the build's own files in Brotli, a sixth smaller than Next.js's gzip. Their names depend on their content, so
 * each is compressed once, on the first request. No library does that (docs/decisions/2026-11-22-libraries.md). Returns
 * whether the request was for such a file and accepts Brotli.
 */
export function staticFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => types[extname(name)])
      .map((name) => [`/_next/static/${name.replaceAll(sep, "/")}`, join(folder, name)]),
  );
  const compressed = new Map<string, Promise<Buffer>>();

  return ({ method, url = "", headers }, response) => {
    const file = files.get(url.split("?", 1)[0] ?? "");
    if (!file || !readsBrotli(headers["accept-encoding"]?.toString() ?? "") || (method !== "GET" && method !== "HEAD"))
      return false;
    let body = compressed.get(file);
    if (!body) {
      body = readFile(file).then((text) => compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
      compressed.set(file, body);
    }
    body.then(
      (bytes) => {
        response.writeHead(200, {
          ...securityHeaders,
          "content-type": types[extname(file)],
          "content-encoding": "br",
          "content-length": bytes.length,
          "cache-control": "public, max-age=31536000, immutable",
          vary: "Accept-Encoding",
        });
        response.end(method === "HEAD" ? undefined : bytes);
      },
      () => {
        compressed.delete(file);
        response.destroy();
      },
    );
    return true;
  };
}

function readsBrotli(acceptEncoding: string): boolean {
  return acceptEncoding.split(",").some((one) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
}
