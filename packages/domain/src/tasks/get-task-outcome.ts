import type { PartialResult } from "@gatepost/contract/solution";
import { isDomainError } from "../platform/errors.ts";
import { getTaskResult, type ReadLarge } from "./get-task-result.ts";

/** Snapshots, cookies and entries of storage that are listed, and characters of each. */
const maxListed = 100;
const maxCharacters = 300;

/**
 * What a task of the account left, for a person to look at: without pictures, which the timeline has, and bytes of files. `snapshots`: the
 * bytes of each. ERROR_NO_SUCH_CAPCHA_ID if there is no such task.
 */
export async function getTaskOutcome(asked: ReadLarge<{ taskId: number }>) {
  try {
    const result = await getTaskResult(asked);
    if (result.status === "processing") return { status: "processing" as const };
    if (!result.solution) return { status: "deleted" as const };
    const { url, files, HTMLsInBase64, screenshots, cookieJar, localStorage } = result.solution;
    return {
      status: "ready" as const,
      url,
      read: excerptOf(result.solution),
      files: Object.entries(files).map(([as, { name, type, size }]) => ({ as, name, type, size })),
      snapshots: HTMLsInBase64.slice(0, maxListed).map((html) => Buffer.byteLength(html, "base64")),
      screenshots: screenshots.length,
      cookies: cookieJar
        .slice(0, maxListed)
        .map(({ name, domain, value }) => ({ name, domain, value: value.slice(0, maxCharacters) })),
      localStorage: Object.entries(localStorage)
        .slice(0, maxListed)
        .map(([name, value]) => ({ name: name.slice(0, maxCharacters), value: value.slice(0, maxCharacters) })),
    };
  } catch (error) {
    if (!isDomainError(error) || notOfTask.has(error.code)) throw error;
    const { failure, partial = { texts: {}, data: {} } } = error.details;
    const read = excerptOf(partial);
    if (!failure) return { status: "failed" as const, failure: null, read };
    const { screenshot: _, ...rest } = failure;
    return { status: "failed" as const, failure: rest, read };
  }
}

const notOfTask: ReadonlySet<string> = new Set([
  "ERROR_NO_SUCH_CAPCHA_ID",
  "ERROR_ACCESS_DENIED",
  "ERROR_SERVICE_UNAVAILABLE",
]);

const max = { texts: 50, textCharacters: 4_000, lists: 10, rows: 50, columns: 12, cellCharacters: 200 };

/** What a task read, cut to what a page can show. */
export function excerptOf({ texts, data }: PartialResult) {
  return {
    texts: Object.entries(texts)
      .slice(0, max.texts)
      .map(([name, text]) => ({
        name,
        text: text.slice(0, max.textCharacters).toWellFormed(),
        isCut: text.length > max.textCharacters,
      })),
    data: Object.entries(data)
      .slice(0, max.lists)
      .map(([name, items]) => listExcerpt(name, items)),
  };
}

function listExcerpt(name: string, items: PartialResult["data"][string]) {
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
