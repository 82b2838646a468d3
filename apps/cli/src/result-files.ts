import { Buffer } from "node:buffer";
import type { ErrorDetails } from "@gatepost/contract/client";
import type { Solution } from "@gatepost/contract/methods/get-task-result";

/** A file to write, below the folder that was named. */
export interface ResultFile {
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

/** The same of a failed task: what it had read, and what the page showed. */
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

function at(parts: string[], base64 = ""): ResultFile {
  return { path: parts.map(fileName).join("/"), bytes: Buffer.from(base64, "base64") };
}

/** One name of a file or folder, whatever the text: no separators or control characters, and no dot at either end. */
function fileName(text: string): string {
  const plain = text.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}._ ()+,=@-]/gu, "_");
  const name = plain
    .slice(-100)
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
