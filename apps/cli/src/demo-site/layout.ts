import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Html, html } from "@gatepost/presenters/html";

const style = `
  :root { color-scheme: light dark; --app: #faf9f7; --card: #fff; --line: #e3dfd8; --text: #24211d; --soft: #6d675e;
    --accent: #0f6b68; --on-accent: #fff; --wrong: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --app: #191714; --card: #211f1b; --line: #3a362f; --text: #ece8e1;
    --soft: #a59e92; --accent: #5ec2bd; --on-accent: #10201f; --wrong: #ff8a80; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: var(--app);
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  header { display: flex; gap: 8px; align-items: center; padding: 12px 20px; border-bottom: 1px solid var(--line);
    color: var(--soft); font-size: 14px; }
  header a { color: inherit; font-weight: 600; text-decoration: none; }
  main { width: min(100% - 32px, 400px); margin: 48px auto; padding: 28px; align-self: start; background: var(--card);
    border: 1px solid var(--line); border-radius: 10px; }
  h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.2; }
  p { margin: 0 0 16px; }
  label { display: block; margin-bottom: 4px; font-size: 14px; }
  :is(input:not([type=radio], [type=checkbox]), select, textarea) { width: 100%; margin-bottom: 16px; padding: 10px 12px; border: 1px solid var(--line);
    border-radius: 8px; background: var(--app); color: inherit; font: inherit; }
  button { width: 100%; padding: 10px; border: 0; border-radius: 8px; background: var(--accent);
    color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
  label:has(> input) { margin-bottom: 12px; }
  table { width: 100%; margin-bottom: 16px; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  :is(th, td) { padding: 6px 0; border-bottom: 1px solid var(--line); text-align: left; }
  iframe { width: 100%; height: 240px; border: 1px solid var(--line); border-radius: 8px; }
  :is(a, button, input, select, textarea):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  main > :last-child { margin-bottom: 0; }
  .framed { padding: 16px; }
  .soft { color: var(--soft); font-size: 14px; }
  .wrong { color: var(--wrong); }
  .amount { font-size: 36px; font-variant-numeric: tabular-nums; }
  pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

type Template = (...template: Parameters<typeof html>) => string;

/** A tag for the template of a page's own HTML. */
export const page =
  (title: string, lang = "en"): Template =>
  (...template) =>
    withStyle(
      title,
      html`<header><a href="/">Gatepost demo site</a><span>a made-up bank to practise on</span></header>
<main>${html(...template)}</main>`,
      lang,
    );

/** The same for a page that stands in a frame of another one, which has the site's header. */
export const framed =
  (title: string): Template =>
  (...template) =>
    withStyle(title, html`<div class="framed">${html(...template)}</div>`);

function withStyle(title: string, body: Html, lang = "en"): string {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${title} · Gatepost demo site</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}

/** A request for a page, with the session that its cookie names. */
export interface Visit {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  session: Session | undefined;
}

export interface Session {
  login: string;
  confirmed: boolean;
}

/** The page that is shown; nothing where it was answered with something else. */
type Answer = string | undefined;
/** A page that is always the same, or that of a visit. */
export type Get = string | ((visit: Visit) => Answer | Promise<Answer>);
export type Post = string | ((visit: Visit, fields: Record<string, string>) => Answer | Promise<Answer>);

/** Pages by their paths. */
export interface Pages {
  gets: Record<string, Get>;
  posts?: Record<string, Post>;
}

export function show(response: ServerResponse, page: string, status = 200): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page);
}

export function showJson(response: ServerResponse, value: unknown): undefined {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export function seeOther(response: ServerResponse, location: string): undefined {
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}

const longestBody = 4_000_000;

/** The fields of a form, as the browser sent them; of a file its name, size and digest. */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > longestBody) throw new Error("The form is too long.");
    pieces.push(piece);
  }
  const type = request.headers["content-type"] ?? "application/x-www-form-urlencoded";
  const form = await new Response(Buffer.concat(pieces), { headers: { "content-type": type } }).formData();
  const fields: Record<string, string> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") fields[name] = value;
    else Object.assign(fields, await describeFile(value));
  }
  return fields;
}

async function describeFile(file: File): Promise<{ name: string; size: string; sha256: string }> {
  const digest = createHash("sha256").update(await file.bytes());
  return { name: file.name, size: String(file.size), sha256: digest.digest("hex") };
}

const longestWait = 60_000;

/** How long a page takes, as its address says. */
export function milliseconds(url: URL, name = "ms", otherwise = 1_000): number {
  const ms = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWait) : 0;
}
