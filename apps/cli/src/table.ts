import { oneLine } from "./printable.ts";

/** A table for a terminal: a header, then a line per row; columns of numbers or amounts are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(oneLine));
  const places = header.map((_, column) => ({
    width: Math.max(...lines.map((line) => line[column]?.length ?? 0)),
    right: rows.length > 0 && rows.every((row) => /^(-?\$?[\d,]+(\.\d+)?)?$/.test(row[column] ?? "")),
  }));
  return lines
    .map((line) =>
      line
        .map((text, column) => {
          const { width = 0, right = false } = places[column] ?? {};
          return right ? text.padStart(width) : text.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
