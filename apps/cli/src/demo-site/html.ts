/** Markup that needs no escaping any more. */
export interface Html {
  html: string;
}

/** A piece of markup; what is put into it is escaped unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const text = parts.reduce((all, part, index) => {
    const value = values[index - 1];
    return all + (typeof value === "object" ? value.html : escapeText(String(value))) + part;
  });
  return { html: text };
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
