/** Characters that the platform's own search looks for: few enough that no text makes it slow. */
const headLength = 32;

/**
 * Where the text holds what is sought, in order, also where two of them overlap. Linear in both, whatever they hold
 * (Knuth, Morris and Pratt): a text of a page and a value of a variable can be made for each other.
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

/** For each beginning of the text, how much of it is also its end. */
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
