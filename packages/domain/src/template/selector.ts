/**
 * What is wrong with a selector, or nothing. `>>` outside quotes is no CSS, and the browser's driver would take what
 * follows it for a query of another kind; quotes are read as the driver reads them.
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
