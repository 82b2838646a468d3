import type { DownloadedFile } from "@gatepost/domain/task/solution";
import { Failure } from "../runtime/failure.ts";

/** Characters of one text or snapshot that a task stores. */
export const maxTextCharacters = 4 * 1024 * 1024;
/** Characters of all texts, pictures and snapshots of a task, the latter two in base64. */
const maxKeptCharacters = 48 * 1024 * 1024;

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
    this.#count(Math.ceil(bytes.length / 3) * 4 - replaced);
    return bytes.toString("base64");
  }

  #count(characters: number): void {
    const kept = this.#kept + characters;
    if (kept > maxKeptCharacters)
      throw new Failure(
        `what the task has found is more than ${maxKeptCharacters / 1024 / 1024} MiB, the most that a task keeps`,
      );
    this.#kept = kept;
  }
}
