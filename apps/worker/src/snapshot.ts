import type { Locator } from "playwright-core";
import { Failure } from "./failure.ts";
import { condense, redact, shortestSecret } from "./redact.ts";
import { mostFound, type Run } from "./run.ts";

/**
 * The HTML of an element as it is now, in which password fields hold nothing and late values are replaced, as the page
 * writes them: plainly, escaped, in another case, or spread over several elements.
 */
export async function snapshot(run: Run, element: Locator, named: string): Promise<string> {
  const secrets = [...run.secrets.texts].filter((text) => text.length >= shortestSecret);
  const shown = secrets.map(condense).filter((text) => text.length >= shortestSecret);
  const asked = { secrets: shown, most: mostFound };
  const html = await element.evaluate(outerHtml, asked, { timeout: run.timeLeft() });
  if (html === undefined) throw new Failure(`the HTML of ${named} is longer than what a task keeps`);
  return redact(
    html,
    secrets.flatMap((text) => [text, escapeText(text), escapeText(text).replaceAll('"', "&quot;")]),
  );
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Runs inside the page, on a copy of the element. `secrets` are lower case, without blanks. */
function outerHtml(node: Element, { secrets, most }: { secrets: string[]; most: number }): string | undefined {
  const copy = node.cloneNode(true) as Element;
  const fields = [copy, ...copy.querySelectorAll("input[type=password]")];
  for (const field of fields) if (field.matches("input[type=password]")) field.removeAttribute("value");

  const places: { text: Text; offset: number }[] = [];
  let shown = "";
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
    for (let offset = 0; offset < text.data.length; offset++) {
      const character = text.data[offset] as string;
      if (/\s/.test(character)) continue;
      shown += character.toLowerCase().slice(0, 1);
      places.push({ text, offset });
    }
  }
  for (const secret of secrets) {
    for (let at = shown.indexOf(secret); at >= 0; at = shown.indexOf(secret, at + 1)) {
      for (const { text, offset } of places.slice(at, at + secret.length)) text.replaceData(offset, 1, "•");
    }
  }
  const html = copy.outerHTML;
  return html.length > most ? undefined : html;
}
