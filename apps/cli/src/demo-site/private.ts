import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "./html.ts";
import { page } from "./layout.ts";

const expected = `Basic ${Buffer.from("ada:love:lace").toString("base64")}`;

/** A page for which the browser itself asks for a name and a password: ada and love:lace. */
export function showPrivately(request: IncomingMessage, response: ServerResponse): void {
  const isKnown = request.headers.authorization === expected;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(
    isKnown ? 200 : 401,
    isKnown ? headers : { ...headers, "www-authenticate": 'Basic realm="private"' },
  );
  response.end(page("Private", isKnown ? html`<h1>Welcome, Ada</h1>` : html`<h1>Who is there?</h1>`));
}
