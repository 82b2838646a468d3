/** The space that an entry takes besides its name: its square, and the gap to the next. */
const besideName = 32;

/** Where the entries of a legend go, given the widths of their names: in as many rows as they need. In pixels. */
export function placeLegend(names: readonly number[], width: number): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return names.map((name) => {
    if (x > 0 && x + besideName + name > width) [x, row] = [0, row + 1];
    const placed = { x, row };
    x += besideName + name;
    return placed;
  });
}

/** A text in lines that are at most as wide as given, broken between words. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
