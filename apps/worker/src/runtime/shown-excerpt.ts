/**
 * An excerpt of a response as it is stored: without the answer link, which an endpoint may repeat as it was sent, in JSON with
 * escaped slashes, or encoded for a URL.
 */
export function shownExcerpt(excerpt: string): string {
  return excerpt
    .replace(/(answer(?:\\*\/|\\+u002f|%(?:25)*2f|&#(?:x2f|47);))[\w-]*/gi, "$1…")
    .replace(/[^\P{C}\n\t]/gu, "\uFFFD");
}
