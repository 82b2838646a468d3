import { selectors } from "playwright";

/**
 * Registers a selector engine that runs apart from the scripts of pages. It is sent into each document in one string with Playwright's
 * own 300 KB, which a single character that is not ASCII would make twice as large: such characters are escaped.
 */
export async function registerEngine(name: string, content: string): Promise<void> {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  await selectors.register(name, { content: content.replace(/[\u0080-\uffff]/g, escaped) }, { contentScript: true });
}
