/** HTML that can be inserted as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

type Part = Html | string | number | false | undefined | readonly Html[];

/** A template of HTML: what is inserted is escaped, unless it is HTML itself; false and undefined insert nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, n) => (n === 0 ? "" : inserted(parts[n - 1])) + text).join(""));
}

function inserted(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

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
