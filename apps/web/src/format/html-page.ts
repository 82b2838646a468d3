import { Html, html } from "@gatepost/presenters/html";

/** What these pages have in common: the colours of tokens.css and its type. */
const base = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#faf9f7, #161513); --panel: light-dark(#ffffff, #1f1d1b); --line: light-dark(#e3dfd8, #383530);
  --ink: light-dark(#1c1a17, #f2efea); --muted: light-dark(#69645c, #aaa49b);
  --accent: light-dark(#0b665d, #5cc9ba); --on-accent: light-dark(#ffffff, #06231f);
  --waits: light-dark(#8a5800, #efb548); --failed: light-dark(#a4262c, #f28b82);
}
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 "Geist Sans", ui-sans-serif, system-ui, sans-serif;
}
`;

/** The stylesheet of a page: what all of them have, and its own. A policy can allow it by its hash. */
export const pageStyle = (own: string): string => base + own;

/** A page that needs no other file, nor an icon, for which Firefox would ask and say that the policy forbids it. Its style is inserted as it is. */
export function htmlPage({ title, style, body }: { title: string; style: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
<main>
${body}
</main>
`.text;
}
