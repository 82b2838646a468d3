import { createHash } from "node:crypto";
import { answerScript } from "./answer-script.ts";
import { answerStyle } from "./answer-style.ts";
import { type Html, htmlPage } from "./html.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(answerScript)}`,
  `style-src ${hashOf(answerStyle)}`,
  "img-src data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What answer pages have besides the headers of every page (next.config.mjs): nothing of them is kept or indexed. */
export const answerHeaders = {
  "content-security-policy": policy,
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
};

/** A page of an answer link, which needs neither a script nor another file. */
export function answerPage(title: string, body: Html, status = 200): Response {
  const page = htmlPage({ title: `${title} · Gatepost`, style: answerStyle, body });
  const headers = { ...answerHeaders, "content-type": "text/html; charset=utf-8" };
  return new Response(`${page}<script>${answerScript}</script>\n`, { status, headers });
}
