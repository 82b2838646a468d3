/** Length of texts for which the platform's own search is used: short enough that no text makes it slow. */
const headLength = 32;

/**
 * The positions at which the text contains the sought one, in order, including overlapping ones. Linear in both,
 * whatever they contain (Knuth, Morris and Pratt), because a page's text and a variable's value can be chosen to make a
 * naive search slow.
 */
export function occurrences(text: string, sought: string): number[] {
  const first = text.indexOf(sought.slice(0, headLength));
  if (first < 0 || sought === "") return [];
  const borders = bordersOf(sought);
  const found: number[] = [];
  let same = 0;
  for (let at = first; at < text.length; at++) {
    while (same > 0 && text[at] !== sought[same]) same = borders[same - 1] as number;
    if (text[at] === sought[same]) same += 1;
    if (same < sought.length) continue;
    found.push(at - same + 1);
    same = borders[same - 1] as number;
  }
  return found;
}

/** For each prefix of the text, the length of the longest proper prefix that is also its suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let same = 0;
  for (let at = 1; at < text.length; at++) {
    while (same > 0 && text[at] !== text[same]) same = borders[same - 1] as number;
    if (text[at] === text[same]) same += 1;
    borders[at] = same;
  }
  return borders;
}
