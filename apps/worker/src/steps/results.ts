import type { DownloadedFile } from "@gatepost/domain/task/solution";
import { Failure } from "../runtime/failure.ts";

/** Characters of one text or snapshot that a task stores. */
export const maxTextCharacters = 4 * 1024 * 1024;
/** Characters of all texts, pictures and snapshots of a task, the latter two in base64. */
const maxKeptCharacters = 48 * 1024 * 1024;

/** The results that a task has collected. Exceeding a limit fails the step. */
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
  #kept = 0;

  addText(name: string, text: string): void {
    this.#count(text.length - (this.texts.get(name)?.length ?? 0));
    this.texts.set(name, text);
  }

  addItems(name: string, items: Record<string, string | null>[]): void {
    this.#count(JSON.stringify(items).length);
    const all = this.data.get(name) ?? [];
    // Not copied: a repetition may add to a long list many times.
    for (const item of items) all.push(item);
    this.data.set(name, all);
  }

  /** Bytes of all files so far, except of the one that another would replace. */
  fileBytesExcept(name: string): number {
    return [...this.files].reduce((sum, [other, { size }]) => (other === name ? sum : sum + size), 0);
  }

  addFile(as: string, { name, type, bytes }: { name: string; type: string; bytes: Buffer }): void {
    this.#kept -= this.files.get(as)?.base64.length ?? 0;
    this.files.set(as, { name, type, size: bytes.length, base64: this.#encoded(bytes) });
  }

  addScreenshot(picture: Buffer): void {
    this.screenshots.push(this.#encoded(picture));
  }

  addHtml(html: string): void {
    this.htmls.push(this.#encoded(Buffer.from(html)));
  }

  #encoded(bytes: Buffer): string {
    this.#count(Math.ceil(bytes.length / 3) * 4);
    return bytes.toString("base64");
  }

  #count(characters: number): void {
    this.#kept += characters;
    if (this.#kept > maxKeptCharacters)
      throw new Failure(
        `what the task has found is more than ${maxKeptCharacters / 1024 / 1024} MiB, the most that a task keeps`,
      );
  }
}
