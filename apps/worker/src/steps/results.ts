import type { DownloadedFile } from "@gatepost/contract/solution";
import mime from "mime";
import { Failure } from "../browser/failure.ts";

/** Characters of one text or snapshot that a task stores. */
export const maxTextCharacters = 4 * 1024 * 1024;
const mebibyte = 2 ** 20;
/** Bytes of JSON of all that a task keeps. */
const maxKept = 48 * mebibyte;
/** Of its texts and lists: reading and writing them costs a process many times as much as base64, and delays its other work. */
export const maxRead = 16 * mebibyte;

export type SavedResults = Pick<Results, "texts" | "data" | "files" | "screenshots" | "htmls">;

/** The results that a task has collected. What would exceed a limit fails the step, and does not count. */
export class Results {
  readonly texts = new Map<string, string>();
  /** What was read of lists, by name. */
  readonly data = new Map<string, Record<string, string | null>[]>();
  /** The files that were downloaded, by name. */
  readonly files = new Map<string, DownloadedFile>();
  /** Base64. */
  readonly screenshots: string[] = [];
  /** Base64. */
  readonly htmls: string[] = [];
  #encodedBytes = 0;
  #readBytes = 0;

  /** `saved`: those of the same task in another process. */
  constructor(saved?: SavedResults) {
    if (!saved) return;
    for (const [name, text] of saved.texts) this.addText(name, text);
    for (const [name, items] of saved.data) this.addItems(name, items);
    for (const [name, file] of saved.files) this.files.set(name, file);
    this.screenshots.push(...saved.screenshots);
    this.htmls.push(...saved.htmls);
    const encoded = [...[...this.files.values()].map(({ base64 }) => base64), ...this.screenshots, ...this.htmls];
    this.#encodedBytes = encoded.reduce((sum, { length }) => sum + length, 0);
  }

  /** Bytes of JSON of all that the task keeps. */
  get bytes(): number {
    return this.#encodedBytes + this.#readBytes;
  }

  addText(name: string, text: string): void {
    const replaced = this.texts.get(name);
    this.#countRead(bytesOf(text) - (replaced === undefined ? 0 : bytesOf(replaced)));
    this.texts.set(name, text);
  }

  addItems(name: string, items: Record<string, string | null>[]): void {
    this.#countRead(bytesOf(items));
    const all = this.data.get(name) ?? [];
    // Not copied: a repetition may add to a long list many times.
    for (const item of items) all.push(item);
    this.data.set(name, all);
  }

  /** Bytes of all files so far, except of the one that another would replace. */
  fileBytesExcept(name: string): number {
    return [...this.files].reduce((sum, [other, { size }]) => (other === name ? sum : sum + size), 0);
  }

  addFile(as: string, { name, bytes }: { name: string; bytes: Buffer }): void {
    const type = mime.getType(name) ?? "application/octet-stream";
    const base64 = this.#encoded(bytes, this.files.get(as)?.base64.length);
    this.files.set(as, { name, type, size: bytes.length, base64 });
  }

  addScreenshot(picture: Buffer): void {
    this.screenshots.push(this.#encoded(picture));
  }

  addHtml(html: string): void {
    this.htmls.push(this.#encoded(Buffer.from(html)));
  }

  /** `replaced`: characters of what it takes the place of. */
  #encoded(bytes: Buffer, replaced = 0): string {
    const encoded = this.#encodedBytes + Math.ceil(bytes.length / 3) * 4 - replaced;
    this.#check(encoded + this.#readBytes, maxKept, "found");
    this.#encodedBytes = encoded;
    return bytes.toString("base64");
  }

  #countRead(bytes: number): void {
    const read = this.#readBytes + bytes;
    this.#check(read, maxRead, "read");
    this.#check(this.#encodedBytes + read, maxKept, "found");
    this.#readBytes = read;
  }

  #check(bytes: number, max: number, what: string): void {
    if (bytes > max)
      throw new Failure(`what the task has ${what} is more than ${max / mebibyte} MiB, the most that a task keeps`);
  }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
