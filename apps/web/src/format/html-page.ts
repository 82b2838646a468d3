import { Html, html } from "@gatepost/presenters/html";

/** A page that needs no other file. Its style is inserted as it is. */
export function htmlPage({ title, style, body }: { title: string; style: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
<main>
${body}
</main>
`.text;
}
