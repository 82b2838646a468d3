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
