import { printable } from "./printable.ts";

/** Lines of a name and a value each, the values aligned; a value of several lines keeps to its column. */
export function columns(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  return rows
    .flatMap(([name, value]) =>
      printable(value)
        .split("\n")
        .map((line, index) => (index === 0 ? printable(name) : "").padEnd(width) + line),
    )
    .map((line) => line.trimEnd())
    .join("\n");
}
