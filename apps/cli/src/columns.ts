/** Lines of a name and a value each, the values below each other; a value of several lines keeps to its column. */
export function columns(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  return rows
    .map(([name, value]) => `${name.padEnd(width)}${value.replaceAll("\n", `\n${" ".repeat(width)}`)}`)
    .join("\n");
}
