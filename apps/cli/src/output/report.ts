import * as util from "node:util";
import { exactDollars } from "@gatepost/presenters/dollars";
import { phase } from "./progress.mjs";

interface Work<Result> {
  work: () => Promise<Result>;
  text: (result: Result) => string;
  /** Selects the part of the result that is its JSON; all of it by default. */
  document?: (result: Result) => unknown;
}

/**
 * Runs a command's work and prints its result: one JSON document if requested, otherwise text for people. An error goes
 * on to command-line.ts, which prints it.
 */
export async function report<Result>(json: true | undefined, { work, text, document }: Work<Result>): Promise<void> {
  const result = await work();
  console.log(json ? JSON.stringify(document ? document(result) : result, exact) : text(result));
}

/** Every bigint that the domain returns is an amount in millionths of a dollar. */
const exact = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? exactDollars(value) : value);

/** A phase shown at a terminal. Not in a script, where stderr is for errors only. `work` may report details. */
export function terminalPhase<Result>(
  title: string,
  work: (say: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
  return process.stderr.isTTY ? phase(title, work) : work(() => {});
}

/** A text with a style, for people only: none in a pipe, or with NO_COLOR. The npm package runs on Node.js 20.3, which has no styleText. */
export const styled = (style: "cyan" | "dim" | "red", text: string, stream: NodeJS.WriteStream): string =>
  stream.isTTY && util.styleText ? util.styleText(style, text, { stream }) : text;

/**
 * Text of others made safe for a terminal: no control characters except new lines and tabs, and nothing that reverses
 * the direction of text.
 */
export const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");

/** Text of others made safe for one line of a terminal: without new lines too. */
export const oneLine = (text: string): string => printable(text).replace(/[\n\t]/g, " ");

type Named = readonly [name: string | number, value: string | number];

/** Lines of a name and a value each, the values aligned; a value of several lines keeps to its column. */
export function columns(of: Record<string, string | number> | readonly Named[]): string {
  const rows: readonly Named[] = Array.isArray(of) ? of : Object.entries(of);
  const width = Math.max(0, ...rows.map(([name]) => String(name).length)) + 2;
  return rows
    .flatMap(([name, value]) =>
      printable(String(value))
        .split("\n")
        .map((line, index) => (index === 0 ? printable(String(name)) : "").padEnd(width) + line),
    )
    .map((line) => line.trimEnd())
    .join("\n");
}

/** What a cell of a table shows: a time to the minute, in UTC; nothing for what there is not. */
export type Cell = string | number | Date | null | undefined;

/** A table for a terminal: a header, then a line per row; columns of numbers or amounts are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) =>
    row.map((cell) => oneLine(cell instanceof Date ? minute(cell) : String(cell ?? ""))),
  );
  const places = header.map((_, column) => ({
    width: Math.max(...lines.map((line) => line[column]?.length ?? 0)),
    right: rows.length > 0 && lines.slice(1).every((row) => /^(-?\$?[\d,]+(\.\d+)?)?$/.test(row[column] ?? "")),
  }));
  return lines
    .map((line) =>
      line
        .map((text, column) => {
          const { width = 0, right = false } = places[column] ?? {};
          return right ? text.padStart(width) : text.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const units = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** A number of bytes for people: `812 bytes`, `1.4 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** The day of a time in Unix seconds, in UTC. */
export const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

/** A time for a terminal, to the minute, in UTC; empty if there is none. */
export const minute = (at: Date | null): string => (at ? at.toISOString().slice(0, 16).replace("T", " ") : "");
