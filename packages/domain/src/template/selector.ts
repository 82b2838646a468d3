/**
 * What is wrong with a selector, or undefined. `>>` outside quotes is not CSS, and Playwright would read what follows
 * it as another kind of query; quotes are read as Playwright reads them.
 */
export function selectorProblem(selector: string): string | undefined {
  let quote: string | undefined;
  for (let at = 0; at < selector.length; at++) {
    const character = selector[at] as string;
    if (character === "\\") at += 1;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (/["'`]/.test(character)) quote = character;
    else if (character === ">" && selector[at + 1] === ">") return 'holds ">>" outside quotes, which is no CSS';
  }
  return undefined;
}
