import type { PartialResult } from "./failure-report.ts";

/** What a task read, cut to what a page can show. */
export interface Excerpt {
  texts: { name: string; text: string; isCut: boolean }[];
  data: { name: string; columns: string[]; rows: (string | null)[][]; items: number; isCut: boolean }[];
}

const max = { texts: 50, textCharacters: 4_000, lists: 10, rows: 50, columns: 12, cellCharacters: 200 };

export function excerptOf({ texts, data }: PartialResult): Excerpt {
  return {
    texts: Object.entries(texts)
      .slice(0, max.texts)
      .map(([name, text]) => ({
        ...{ name, text: text.slice(0, max.textCharacters).toWellFormed() },
        isCut: text.length > max.textCharacters,
      })),
    data: Object.entries(data)
      .slice(0, max.lists)
      .map(([name, items]) => listExcerpt(name, items)),
  };
}

function listExcerpt(name: string, items: PartialResult["data"][string]): Excerpt["data"][number] {
  const shown = items.slice(0, max.rows);
  // Repetitions may read other fields under one name.
  const all = [...new Set(shown.flatMap((item) => Object.keys(item)))];
  const columns = all.slice(0, max.columns);
  const rows = shown.map((item) =>
    columns.map((column) => item[column]?.slice(0, max.cellCharacters).toWellFormed() ?? null),
  );
  const isLong = shown.some((item) => columns.some((column) => (item[column]?.length ?? 0) > max.cellCharacters));
  const isCut = items.length > max.rows || all.length > max.columns || isLong;
  return { name, columns, rows, items: items.length, isCut };
}
