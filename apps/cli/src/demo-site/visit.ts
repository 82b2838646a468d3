import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

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
