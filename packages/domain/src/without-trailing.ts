/**
 * The text without the given character at its end, however often it stands there. Not by a regular expression like /0+$/,
 * whose time grows with the square of a run of that character elsewhere in the text.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}
