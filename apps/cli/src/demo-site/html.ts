/** Markup that is escaped already. */
export interface Html {
  html: string;
}

/** A piece of markup. Values in it are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const text = parts.reduce((all, part, index) => {
    const value = values[index - 1];
    return all + (typeof value === "object" ? value.html : escapeText(String(value))) + part;
  });
  return { html: text };
}

/** Pieces one after the other. */
export const join = (parts: readonly Html[]): Html => ({ html: parts.map((part) => part.html).join("") });

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
