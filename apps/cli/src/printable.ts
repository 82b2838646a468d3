/** Text of others as a terminal may have it: no control characters but new lines and tabs, and nothing that turns the writing around. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** The same where a text is one cell of a line: it cannot make a line of its own. */
export function oneLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, " ");
}
