import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Download } from "playwright";

/** How often the size of what has arrived is read. */
const lookMs = 25;
const inProgress = ".crdownload";

/** How a download ended. `name`: as the site suggests it, without a path. */
export type Arrival =
  | { status: "done"; name: string; bytes: Buffer }
  | { status: "too large"; name: string }
  | { status: "broken off"; name: string }
  | { status: "none" };

export interface ArrivalLimits {
  /** Bytes. */
  room: number;
  /** Milliseconds. */
  timeLeft(): number;
  signal: AbortSignal;
}

/** The downloads that arrive in a folder, where each file is named by the browser's id of its download. */
export class Arrivals {
  /** Those in which downloads began, of all tasks of the browser. */
  readonly frames = new Set<string>();
  readonly #folder: string;
  readonly #begun = new Map<string, { url: string; name: string }>();
  /** The addresses of those of this context. */
  readonly #own = new Set<string>();
  readonly #ends = new Map<string, "completed" | "canceled">();
  readonly #seen = new Set<string>();
  readonly stop: () => void;

  constructor(control: CDPSession, context: BrowserContext, folder: string) {
    this.#folder = folder;
    const onOwn = (download: Download) => {
      this.#own.add(download.url());
    };
    const onBegin = (begun: { guid: string; frameId: string; url: string; suggestedFilename: string }) => {
      this.#begun.set(begun.guid, { url: begun.url, name: begun.suggestedFilename });
      this.frames.add(begun.frameId);
    };
    const onProgress = ({ guid, state }: { guid: string; state: "inProgress" | "completed" | "canceled" }) => {
      if (state !== "inProgress") this.#ends.set(guid, state);
    };
    context.on("download", onOwn);
    control.on("Browser.downloadWillBegin", onBegin);
    control.on("Browser.downloadProgress", onProgress);
    this.stop = () => {
      context.off("download", onOwn);
      control.off("Browser.downloadWillBegin", onBegin);
      control.off("Browser.downloadProgress", onProgress);
    };
  }

  /** How the download that began first has ended. Downloads that began later count for the room too. */
  async first({ room, timeLeft, signal }: ArrivalLimits): Promise<Arrival> {
    for (;;) {
      signal.throwIfAborted();
      const size = await this.#poll();
      // The browser reports a download before it stores any of it.
      const guid = [...this.#begun.keys()].find((one) => this.#isOurs(one));
      const name = (guid && this.#begun.get(guid)?.name) || "download";
      if (size > room) return { status: "too large", name };
      const end = guid && this.#ends.get(guid);
      if (guid && end === "completed") {
        const bytes = await readFile(join(this.#folder, guid));
        return bytes.length > room ? { status: "too large", name } : { status: "done", name, bytes };
      }
      if (end === "canceled" || (guid && timeLeft() <= 1)) return { status: "broken off", name };
      if (timeLeft() <= 1) return { status: "none" };
      await sleep(lookMs);
    }
  }

  /** The browser reports the downloads of all its tasks. Of one that breaks off at once, no file is ever there. */
  #isOurs(guid: string): boolean {
    const brokeOff = this.#ends.get(guid) === "canceled";
    return this.#seen.has(guid) || (brokeOff && this.#own.has(this.#begun.get(guid)?.url ?? ""));
  }

  /** Those that have neither ended nor been cancelled. */
  async unfinished(): Promise<string[]> {
    await this.#poll().catch(() => 0);
    return [...this.#seen].filter((guid) => !this.#ends.has(guid));
  }

  /** Bytes that are in the folder. */
  async #poll(): Promise<number> {
    let bytes = 0;
    for (const file of await readdir(this.#folder)) {
      this.#seen.add(file.replace(inProgress, ""));
      // Renamed meanwhile: the next poll counts it.
      bytes += await stat(join(this.#folder, file)).then(
        ({ size }) => size,
        () => 0,
      );
    }
    return bytes;
  }
}
