import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { docsPages, repository } from "../../../../../public/docs/pages.ts";

/** A page as Markdown, /docs/callbacks.md, or a picture of one (a rewrite in next.config.mjs leads here). */
export async function GET(_: Request, { params }: RouteContext<"/docs/files/[...file]">): Promise<Response> {
  const file = `docs/${(await params).file.join("/")}`;
  const isPicture = /^docs\/[\w-]+\.png$/.test(file);
  if (!isPicture && !docsPages.some((page) => page.file === file)) return new Response("Not found", { status: 404 });
  const bytes = await readFile(join(repository, file)).catch(() => undefined);
  if (!bytes) return new Response("Not found", { status: 404 });
  const type = isPicture ? "image/png" : "text/markdown; charset=utf-8";
  return new Response(bytes, { headers: { "content-type": type, "cache-control": "public, max-age=300" } });
}
