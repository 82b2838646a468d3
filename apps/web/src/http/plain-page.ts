import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppContext } from "@gatepost/domain/platform/context";
import { isWritable } from "@gatepost/domain/platform/health";
import { withinParts } from "@gatepost/domain/platform/signal";
import { Html, html } from "@gatepost/presenters/html";
import { htmlPage, pageStyle } from "../format/html-page.ts";
import { type Answer, failure, sendAnswer } from "./answer.ts";
import { securityHeaders } from "./security-headers.ts";

interface PlainPage {
  status: number;
  /** Without markup. */
  title: string;
  /** Our own HTML: it must contain nothing that a caller sent. */
  body: string;
  headers?: Record<string, string>;
  /** Sites that may show it in a frame; none if left out. */
  frames?: "*";
}

const style = pageStyle(`
  body { padding: 2.5rem 1rem; }
  main { max-width: 65ch; margin: 0 auto; }
  h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; }
  p { color: var(--muted); }
  a {
    display: inline-block; padding: 0.6rem 1rem; border-radius: 6px; font-weight: 600; text-decoration: none;
    background: var(--accent); color: var(--on-accent);
  }
`);

/** Responds with a page that needs neither Next.js nor a stylesheet. */
export function sendPlainPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, title, body, headers, frames }: PlainPage,
): void {
  const page = htmlPage({ title: `${title} · Gatepost`, style, body: html`  <h1>${title}</h1>\n  ${new Html(body)}` });
  response.writeHead(status, {
    ...securityHeaders,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors ${frames ?? "'none'"}`,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(page),
    ...headers,
  });
  response.end(method === "HEAD" ? undefined : page);
}

const takesHtml = ({ headers }: Pick<IncomingMessage, "headers">) => Boolean(headers.accept?.includes("text/html"));

/** Sends a refusal: as a page to a browser, and to a program as it is. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  page: Pick<PlainPage, "title" | "body" | "frames">,
): void {
  const { status, headers } = answer;
  const seconds = headers["retry-after"];
  const more = seconds && { headers: { "retry-after": seconds } };
  if (takesHtml(request)) sendPlainPage(request, response, { ...page, status, ...more });
  else sendAnswer(response, answer);
}

/** How long a database may take to answer. A process that loads the code of its first pages is busy itself. */
const patience = { parts: 5, partMs: 1_000 };

/** Whether a browser requests a page, rather than a file, a call or a part of a page. */
export function asksForPage({
  method,
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  return (method === "GET" || method === "HEAD") && takesHtml({ headers }) && !/^\/(?:_next|api)\//.test(url);
}

/** Checks that the database accepts writes, which takes a fraction of a millisecond. */
export async function isDatabaseUnavailable(app: AppContext): Promise<boolean> {
  return !(await withinParts(isWritable({ app }), patience).catch(() => false));
}

export function sendUnavailablePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Pick<PlainPage, "title" | "body"> = unavailablePage,
): void {
  const answer = failure("ERROR_SERVICE_UNAVAILABLE", undefined, { headers: { "retry-after": "5" } });
  sendRefusal(request, response, answer, page);
}

/** For ERROR_SERVICE_UNAVAILABLE: too many calls wait, or the object store cannot be reached. */
export const busyPage = {
  title: "This is not possible right now",
  body: '<p>Nothing was done.</p><p><a href="">Try again</a></p>',
};

export const unavailablePage = {
  title: "The database is unavailable",
  body: `<p>Gatepost is running, but its database does not respond. Nothing was changed or lost. Gatepost continues as soon as the
  database is back, usually within seconds.</p>
  <p>If the problem persists, the operator can find the reason in the PostgreSQL log.</p>
  <p><a href="">Try again</a></p>`,
};
