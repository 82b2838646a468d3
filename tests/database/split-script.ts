/**
 * Comments, strings, quoted names and the bodies of functions, in which a semicolon ends nothing. A body in SQL goes from
 * BEGIN ATOMIC to an END at the beginning of a line.
 */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|\bbegin\s+atomic\b[\s\S]*?^end\b|;/gim;

/** The statements of a script with the line on which each begins, from 1. */
export function splitScript(script: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let from = 0;
  const end = (to: number) => {
    const text = script.slice(from, to).replace(/^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/, "");
    if (text !== "") found.push({ line: script.slice(0, to - text.length).split("\n").length, text: text.trimEnd() });
  };
  for (const { 0: token, index } of script.matchAll(tokens)) {
    if (token !== ";") continue;
    end(index);
    from = index + 1;
  }
  end(script.length);
  return found;
}
