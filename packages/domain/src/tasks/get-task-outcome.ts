import type { DownloadedFile, FullCookie, PartialResult, TaskFailure } from "@gatepost/contract/solution";
import { isDomainError } from "../platform/errors.ts";
import { getTaskResult, type ReadLarge } from "./get-task-result.ts";

/** What an ended task left, for a person to look at: without pictures, which the timeline has, and bytes of files. */
type TaskOutcome =
  | { status: "processing" }
  | { status: "deleted" }
  | {
      status: "ready";
      url: string;
      files: (Omit<DownloadedFile, "base64"> & { as: string })[];
      /** Bytes of each HTML snapshot. */
      snapshots: number[];
      screenshots: number;
      read: Excerpt;
      cookies: Pick<FullCookie, "name" | "domain" | "value">[];
      localStorage: { name: string; value: string }[];
    }
  | { status: "failed"; failure: Omit<TaskFailure, "screenshot"> | null; read: Excerpt };

/** Snapshots, cookies and entries of storage that are listed, and characters of each. */
const maxListed = 100;
const maxCharacters = 300;

/** The outcome of a task of the account. ERROR_NO_SUCH_CAPCHA_ID if there is no such task. */
export async function getTaskOutcome({ beforeLarge, ...asked }: ReadLarge<{ taskId: number }>): Promise<TaskOutcome> {
  try {
    const result = await getTaskResult({ ...asked, beforeLarge });
    if (result.status === "processing") return { status: "processing" };
    if (!result.solution) return { status: "deleted" };
    const { url, files, HTMLsInBase64, screenshots, cookieJar, localStorage } = result.solution;
    return {
      status: "ready",
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
    if (!failure) return { status: "failed", failure: null, read: excerptOf(partial) };
    const { screenshot: _, ...rest } = failure;
    return { status: "failed", failure: rest, read: excerptOf(partial) };
  }
}

const notOfTask: ReadonlySet<string> = new Set([
  "ERROR_NO_SUCH_CAPCHA_ID",
  "ERROR_ACCESS_DENIED",
  "ERROR_SERVICE_UNAVAILABLE",
]);

/** What a task read, cut to what a page can show. */
interface Excerpt {
  texts: { name: string; text: string; isCut: boolean }[];
  data: { name: string; columns: string[]; rows: (string | null)[][]; items: number; isCut: boolean }[];
}

const max = { texts: 50, textCharacters: 4_000, lists: 10, rows: 50, columns: 12, cellCharacters: 200 };

export function excerptOf({ texts, data }: PartialResult): Excerpt {
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
