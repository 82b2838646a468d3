import { html } from "../answer/html.ts";

/** The HTML by which another site shows an embedded chart. */
export function embedSnippet(url: string, title: string): string {
  return html`<iframe src="${url}" title="${title}" width="100%" height="500" style="border: 0" loading="lazy"></iframe>`
    .text;
}
