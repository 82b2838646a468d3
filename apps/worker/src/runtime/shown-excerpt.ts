/** An excerpt of a response as it is stored: an endpoint may repeat the answer link that it was sent, which is not shown. */
export function shownExcerpt(excerpt: string): string {
  return excerpt.replace(/\/answer\/[\w-]*/g, "/answer/…").replace(/[^\P{C}\n\t]/gu, "\uFFFD");
}
