import type { Solution } from "@gatepost/domain/task/solution";

/**
 * One part of a result as a file to save; undefined if the result has no such part. An HTML snapshot is named by its
 * number, from 1.
 */
export function resultFile(
  { files, texts, data, HTMLsInBase64 }: Pick<Solution, "files" | "texts" | "data" | "HTMLsInBase64">,
  kind: string,
  name: string,
): { name: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const [file, text, list] = [own(files, name), own(texts, name), own(data, name)];
  const html = /^[1-9]\d*$/.test(name) ? HTMLsInBase64[Number(name) - 1] : undefined;
  if (kind === "file" && file) return { name: bareName(file.name), bytes: bytesOf(Buffer.from(file.base64, "base64")) };
  if (kind === "text" && text !== undefined)
    return { name: `${bareName(name)}.txt`, bytes: bytesOf(Buffer.from(text)) };
  if (kind === "data" && list)
    return { name: `${bareName(name)}.json`, bytes: bytesOf(Buffer.from(JSON.stringify(list, null, 2))) };
  if (kind === "html" && html !== undefined)
    return { name: `snapshot-${name}.html`, bytes: bytesOf(Buffer.from(html, "base64")) };
  return undefined;
}

function own<T>(all: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** Without folders and control characters. */
function bareName(name: string): string {
  return name.replace(/[\p{Cc}/\\]/gu, "_").replace(/^\.+/, "_") || "file";
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
