/**
 * Text of others made safe for a terminal: no control characters except new lines and tabs, and nothing that reverses
 * the direction of text.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** The same for text within one line: without new lines. */
export function oneLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, " ");
}
