import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "@gatepost/domain/context";
import { isWritable } from "@gatepost/domain/health/is-writable";
import { sendPlainPage } from "./plain-page.ts";

/**
 * Seconds after which a database that does not answer counts as unavailable. Counted one by one: a process that was busy,
 * as when it loads the code of its first pages, has not read an answer that has arrived meanwhile.
 */
const patienceSeconds = 5;

/** Whether a browser requests a page, rather than a file, a call or a part of a page. */
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

/** Checks that the database accepts writes, which takes a fraction of a millisecond. */
export async function isDatabaseUnavailable(app: AppContext): Promise<boolean> {
  const answered = new AbortController();
  const late = async () => {
    for (let second = 0; second < patienceSeconds; second++) await sleep(1_000, undefined, answered);
    return true;
  };
  const asked = isWritable({ app }).then((writable) => !writable);
  return Promise.race([asked, late().catch(() => true)]).finally(() => answered.abort());
}

export function sendUnavailablePage(request: IncomingMessage, response: ServerResponse): void {
  sendPlainPage(request, response, { status: 503, headers: { "retry-after": "5" }, ...unavailablePage });
}

const unavailablePage = {
  title: "The database is unavailable",
  body: `<p>Gatepost is running, but its database does not respond. Nothing was changed or lost. Gatepost continues as soon as the
  database is back, usually within seconds.</p>
  <p>If the problem persists, the operator can find the reason in the PostgreSQL log.</p>
  <p><a href="">Try again</a></p>`,
};
