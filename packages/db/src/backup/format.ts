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

const newLine = Buffer.from("\n");
const endMark = Buffer.from(`\n${endOfRows}\n`);

export type BackupReader = ReturnType<typeof readBackup>;

/**
 * Reads a backup from start to end, one line of JSON or the rows of a table at a time, with at most one chunk in
 * memory.
 */
export function readBackup(file: string) {
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on("error", (error) => plain.destroy(error));
  const chunks: AsyncIterator<Buffer> = source.pipe(plain)[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const { value, done } = await chunks.next();
    if (done) throw new Error("unexpected end of file");
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }

  return {
    /** The next line, as JSON. Throws if the file ends, or is not a backup. */
    async line(): Promise<unknown> {
      let end = rest.indexOf(newLine);
      while (end < 0) {
        await more();
        end = rest.indexOf(newLine);
        if (end < 0 && rest.length > longestLine) throw new SyntaxError("A line without an end.");
      }
      const text = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
      return JSON.parse(text) as unknown;
    },
    /** The rows up to the line that ends them, as they come. */
    async *rows(): AsyncGenerator<Buffer> {
      // The mark stands behind a line; the first row is behind a line of JSON, which was read with its end.
      rest = Buffer.concat([newLine, rest]);
      for (let skipped = 1; ; ) {
        const end = rest.indexOf(endMark);
        // Without a mark, the last bytes may be the beginning of one.
        const length = end < 0 ? rest.length - endMark.length + 1 : end + 1;
        if (length > skipped) yield rest.subarray(skipped, length);
        if (length > 0) {
          rest = rest.subarray(end < 0 ? length : length + endOfRows.length + 1);
          skipped = 0;
        }
        if (end >= 0) return;
        await more();
      }
    },
    /** Closes the file, however far it was read. */
    async close(): Promise<void> {
      await chunks.return?.();
    },
  };
}

/** A head lists migrations, a tail tables: kilobytes. */
const longestLine = 1_000_000;
