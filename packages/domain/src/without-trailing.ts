/**
 * The text without the given character at its end, however often it occurs there. A regular expression such as /0+$/
 * takes time that grows with the square of a run of that character elsewhere in the text.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}
