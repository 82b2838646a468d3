import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ground } from "@gatepost/domain/context";
import { readiness } from "@gatepost/domain/health/check";
import { securityHeaders } from "../server/security-headers.ts";

/** Milliseconds after which a database that does not answer counts as away. */
const patience = 5_000;

/** Whether a browser asks for a page, as opposed to a file, a call or a part of a page. */
export function asksForPage({
  method,
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    Boolean(headers.accept?.includes("text/html")) &&
    !/^\/(?:_next|api)\//.test(url)
  );
}

/** Asks the database for a sign of life: a fraction of a millisecond beside the page itself. */
export async function isAway(ground: Ground): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, patience, true);
  });
  const asked = readiness({ ground }).then(({ database }) => !database);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

export function sayAway({ method }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, {
    ...securityHeaders,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "retry-after": "5",
    "content-length": Buffer.byteLength(page),
  });
  response.end(method === "HEAD" ? undefined : page);
}

/** Complete in itself: it needs neither Next.js nor a stylesheet. Its colours are those of tokens.css. */
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The database is away · Gatepost</title>
<style>
  :root { color-scheme: light dark; }
  body {
    margin: 0; padding: 2.5rem 1rem; font: 16px/1.5 "Geist Sans", ui-sans-serif, system-ui, sans-serif;
    background: light-dark(#faf9f7, #161513); color: light-dark(#1c1a17, #f2efea);
  }
  main { max-width: 65ch; margin: 0 auto; }
  h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; }
  p { color: light-dark(#69645c, #aaa49b); }
  a {
    display: inline-block; padding: 0.6rem 1rem; border-radius: 6px; font-weight: 600; text-decoration: none;
    background: light-dark(#0b665d, #5cc9ba); color: light-dark(#ffffff, #06231f);
  }
</style>
<main>
  <h1>The database is away</h1>
  <p>Gatepost runs, and its database does not answer. Nothing was changed and nothing is lost: it goes on by itself as soon as
  the database is back, mostly within seconds.</p>
  <p>If it stays so, the operator finds the reason in the log of PostgreSQL.</p>
  <p><a href="">Try again</a></p>
</main>
`;
