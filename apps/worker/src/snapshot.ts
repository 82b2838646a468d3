import type { Locator } from "playwright-core";
import { redact, shortestSecret } from "./redact.ts";
import type { Run } from "./run.ts";

/**
 * The HTML of an element as it is now, in which password fields hold nothing and late values are replaced, as the page
 * writes them: plainly, or escaped.
 */
export async function snapshot(run: Run, element: Locator): Promise<string> {
  const html = await element.evaluate(outerHtml, undefined, { timeout: run.timeLeft() });
  const secrets = [...run.secrets.texts].filter((text) => text.length >= shortestSecret);
  return redact(
    html,
    secrets.flatMap((text) => [text, escapeText(text), escapeText(text).replaceAll('"', "&quot;")]),
  );
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Runs inside the page. */
function outerHtml(node: Element): string {
  const copy = node.cloneNode(true) as Element;
  const fields = [copy, ...copy.querySelectorAll("input[type=password]")];
  for (const field of fields) if (field.matches("input[type=password]")) field.removeAttribute("value");
  return copy.outerHTML;
}
