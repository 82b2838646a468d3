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
