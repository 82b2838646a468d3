import type { IncomingMessage, ServerResponse } from "node:http";
import { Html, html, htmlPage } from "../answer/html.ts";
import { securityHeaders } from "../server/security-headers.ts";

interface PlainPage {
  status: number;
  /** Without markup. */
  title: string;
  /** Our own HTML: it must contain nothing that a caller sent. */
  body: string;
  headers?: Record<string, string>;
}

/** Its colours are those of tokens.css. */
const style = `
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
`;

/** Responds with a page that needs neither Next.js nor a stylesheet. */
export function sendPlainPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, title, body, headers }: PlainPage,
): void {
  const page = htmlPage({ title: `${title} · Gatepost`, style, body: html`  <h1>${title}</h1>\n  ${new Html(body)}` });
  response.writeHead(status, {
    ...securityHeaders,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(page),
    ...headers,
  });
  response.end(method === "HEAD" ? undefined : page);
}
