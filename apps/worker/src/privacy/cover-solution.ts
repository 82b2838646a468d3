import type { Solution } from "@gatepost/domain/task/solution";

/**
 * The solution with stored secrets covered where a site may have put what was typed: its address, the headers of its last
 * request and its storage. Texts and pictures are covered when they are taken; cookies stay as a program needs them.
 */
export function coverSolution(solution: Solution, cover: (text: string) => string): Solution {
  const coverValues = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cover(text)]));
  return {
    ...solution,
    url: cover(solution.url),
    localStorage: coverValues(solution.localStorage),
    ...(solution.requestHeaders && { requestHeaders: coverValues(solution.requestHeaders) }),
  };
}
