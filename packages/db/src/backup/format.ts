import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/**
 * A backup is a gzip of lines: a head; for each table a line of JSON, its rows as COPY writes them and a line `\.`; and
 * a tail, which a truncated file does not have.
 */
export const backupFormat = { gatepost: "backup", version: 1 } as const;

export const endOfRows = "\\.";

/** The session settings of both sides, because a server's own would change the text of a row. */
export const plainSession =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0";

export interface BackupHead {
  gatepost: "backup";
  version: number;
  at: string;
  /** The migrations that created its tables, oldest first. */
  migrations: string[];
  secretMark: string;
}

export interface BackupTable {
  table: string;
  columns: string[];
}

export interface BackupTail {
  sequences: Record<string, { value: string; called: boolean }>;
  rows: Record<string, number>;
}

const newLine = 0x0a;
const mark = Buffer.from(`${endOfRows}\n`);
const markBehindLine = Buffer.from(`\n${endOfRows}\n`);

/**
 * Reads a backup from start to end, one line of JSON or the rows of a table at a time, with at most one chunk in
 * memory.
 */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    const source = createReadStream(file);
    const plain = createGunzip();
    source.on("error", (error) => plain.destroy(error));
    this.#chunks = source.pipe(plain)[Symbol.asyncIterator]();
  }

  /** The next line, as JSON. Throws if the file ends, or is not a backup. */
  async line(): Promise<unknown> {
    let end = this.#rest.indexOf(newLine);
    while (end < 0) {
      await this.#more();
      end = this.#rest.indexOf(newLine);
      if (end < 0 && this.#rest.length > longestLine) throw new SyntaxError("A line without an end.");
    }
    const text = this.#rest.toString("utf8", 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return JSON.parse(text) as unknown;
  }

  /** The rows up to the line that ends them, as they come. */
  async *rows(): AsyncGenerator<Buffer> {
    // A row may be longer than a chunk: its parts are passed on, and only the start of a line can be the end mark.
    let inLine = false;
    for (;;) {
      if (inLine) {
        const end = this.#rest.indexOf(newLine);
        inLine = end < 0;
        yield this.#take(inLine ? this.#rest.length : end + 1);
      } else if (this.#rest.length >= mark.length) {
        if (this.#rest.subarray(0, mark.length).equals(mark)) {
          this.#take(mark.length);
          return;
        }
        const end = this.#rest.indexOf(markBehindLine);
        const lastLine = this.#rest.lastIndexOf(newLine) + 1;
        const begun = this.#rest.length - lastLine;
        inLine = end < 0 && begun >= mark.length;
        if (end >= 0) yield this.#take(end + 1);
        else if (inLine) yield this.#take(this.#rest.length);
        else if (lastLine > 0) yield this.#take(lastLine);
      }
      const tooLittle = inLine ? this.#rest.length === 0 : this.#rest.length < mark.length;
      if (tooLittle) await this.#more();
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new Error("unexpected end of file");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  /** Closes the file, however far it was read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

/** A head lists migrations, a tail tables: kilobytes. */
const longestLine = 1_000_000;
