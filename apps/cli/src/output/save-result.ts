import { Buffer } from "node:buffer";
import { lstat, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Solution } from "@gatepost/contract/solution";
import { type ErrorDetails, GatepostError, type TaskResult } from "gatepost";
import { oneLine } from "./report.ts";
import { isKept } from "./task-result-text.ts";

/**
 * Writes what a task has for a folder, ready or failed, with a line on stderr for each file, and returns the result or throws
 * the task's error.
 */
export async function saveResult(
  read: () => Promise<TaskResult>,
  folder: string,
  options: { force?: boolean | undefined },
): Promise<TaskResult> {
  const write = async (files: ResultFile[]) => {
    const paths = await saveFiles(folder, files, options).catch((error: NodeJS.ErrnoException) => {
      const why = whyNot[error.code ?? ""];
      if (!why) throw error;
      throw new Error(`${folder} cannot be written, because ${why}: name another folder.`, { cause: error });
    });
    for (const path of paths) console.error(`wrote ${oneLine(path)}`);
  };
  const result = await read().catch(async (error) => {
    if (error instanceof GatepostError) await write(filesOfFailure(error.details));
    throw error;
  });
  if (result.status === "ready" && isKept(result.solution)) await write(filesOfSolution(result.solution));
  return result;
}

const whyNot: Record<string, string> = {
  ENOSPC: "the disk is full",
  EROFS: "it is read-only",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EEXIST: "a part of it is a file",
  ENOTDIR: "a part of it is a file",
};

/** A file to write, below the folder that was named. */
interface ResultFile {
  path: string;
  bytes: Buffer;
}

/** What a ready task's solution has for a folder. No name leads outside of it. */
export function filesOfSolution({ files = {}, screenshots, HTMLsInBase64, texts, data = {} }: Solution): ResultFile[] {
  return distinct([
    ...Object.entries(files).map(([as, { name, base64 }]) => at(["files", as, name], base64)),
    ...screenshots.map((base64, index) => at(["screenshots", `${index + 1}.png`], base64)),
    ...HTMLsInBase64.map((base64, index) => at(["snapshots", `${index + 1}.html`], base64)),
    ...ofReading({ texts, data }),
  ]);
}

/** What a failed task has for a folder: what it had read, and what the page showed. */
export function filesOfFailure({ failure, partial }: ErrorDetails): ResultFile[] {
  const screenshot = failure?.screenshot;
  const ending = screenshot?.startsWith("iVBORw0KGgo") ? "png" : "webp";
  return distinct([
    ...(screenshot ? [at([`failure.${ending}`], screenshot)] : []),
    ...(partial ? ofReading(partial) : []),
  ]);
}

function ofReading({ texts, data }: Pick<Solution, "texts" | "data">): ResultFile[] {
  return [
    ...Object.entries(texts).map(([name, text]) => ({ ...at(["texts", `${name}.txt`]), bytes: Buffer.from(text) })),
    ...Object.entries(data).map(([name, items]) => ({
      ...at(["data", `${name}.json`]),
      bytes: Buffer.from(`${JSON.stringify(items, null, 2)}\n`),
    })),
  ];
}

const at = (parts: string[], base64 = ""): ResultFile => ({
  path: parts.map(fileName).join("/"),
  bytes: Buffer.from(base64, "base64"),
});

/** One name of a file or folder, whatever the text: no separators or control characters, and no dot at either end. */
function fileName(text: string): string {
  const plain = [...text.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}._ ()+,=@-]/gu, "_")].slice(-100);
  // Most file systems take 255 bytes. The end has the extension.
  while (Buffer.byteLength(plain.join("")) > 240) plain.shift();
  const name = plain
    .join("")
    .replace(/^[. ]+/, "_")
    .replace(/[. ]+$/, "_");
  return name || "_";
}

/** Different names may be the same file name: later ones are numbered. */
function distinct(files: ResultFile[]): ResultFile[] {
  const taken = new Set<string>();
  return files.map(({ path, bytes }) => {
    let free = path;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = path.replace(/(\.[^./]*)?$/, `-${n}$1`);
    taken.add(free.toLowerCase());
    return { path: free, bytes };
  });
}

/**
 * Writes files below a folder, which is made if needed, and returns their paths. Without `force`, nothing is written if one
 * of them is there already. A link that leads elsewhere is not followed.
 */
export async function saveFiles(
  folder: string,
  files: readonly ResultFile[],
  { force = false }: { force?: boolean | undefined } = {},
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  if (!force)
    for (const { path } of files)
      if (await lstat(join(root, path)).catch(() => undefined))
        throw new Error(
          `${join(folder, path)} is there already, so nothing was written. Add --force to replace files.`,
        );
  for (const { path, bytes } of files) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    if ((await realpath(dirname(target))) !== dirname(target))
      throw new Error(`${join(folder, dirname(path))} leads to another folder. Remove it, or save elsewhere.`);
    if (force) await rm(target, { force: true });
    await writeFile(target, bytes, { flag: "wx", mode: 0o600 });
  }
  return files.map(({ path }) => join(folder, path));
}
