import type { ChartRow } from "./chart-rows.ts";

/** Notes by the key of the row that contains their day. */
export function flagsOf(
  notes: readonly { day: string; text: string }[],
  rows: readonly Pick<ChartRow, "key" | "last">[],
): Map<string, string[]> {
  const flags = new Map<string, string[]>();
  for (const { day, text } of notes) {
    const row = rows.find(({ key, last = key }) => key <= day && day <= last);
    if (row) flags.set(row.key, [...(flags.get(row.key) ?? []), text]);
  }
  return flags;
}
