import { cpus } from "node:os";
import { cellsOf, headings, type Line } from "./findings.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./statistics.ts";

/** A row in the results. */
export interface Measured {
  /** UTC. */
  at: string;
  commit: string;
  machine: string;
  /** The share of the machine's CPU (0 to 1) that other programs took meanwhile; absent if no load was sent. */
  others?: number | undefined;
  rounds?: number;
  lines: Line[];
  /** Why there are no lines. */
  failure?: string;
}

/** Where and how it was measured, in a sentence or two. */
export function circumstances(measurements: readonly Measurement[]): string {
  const { postgres, rounds = 1 } = measurements[0] ?? {};
  const taken = shareOfOthers(measurements);
  const sentences = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC, ${machine(postgres)}, ${rounds === 1 ? "one round" : `${rounds} rounds interleaved`}.`,
    taken !== undefined && `Other programs took ${Math.round(taken * 100)} % of the machine's CPU meanwhile.`,
    taken !== undefined && taken > quiet && "That is too much to trust rates and latencies; trust the column by CPU.",
  ];
  return sentences.filter(Boolean).join(" ");
}

export function machine(postgres = "PostgreSQL"): string {
  const [{ model } = { model: "unknown" }] = cpus();
  return `${cpus().length} × ${model.trim()}, Node.js ${process.versions.node}, ${postgres} with durable settings on the same machine, 32 connections`;
}

export function shareOfOthers(measurements: readonly Measurement[]): number | undefined {
  const others = measurements.flatMap((one) => one.others);
  return others.length > 0 ? median(others) : undefined;
}

/** The share of the machine's CPU that others may take before ratios favour the side with more processes. */
const quiet = 0.1;

/** The table for a terminal, and below it the notes. */
export function asText(lines: readonly Line[]): string {
  return [asColumns([[...headings], ...lines.map(cellsOf)]), "", ...notes(lines)].join("\n");
}

/** Rows of cells with their columns aligned; the first row is the longest. */
export function asColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? "").length)));
  const aligned = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return aligned.map((line) => line.trimEnd()).join("\n");
}

/** The whole of results.md. */
export function asMarkdown(measured: readonly Measured[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const lines = measured.flatMap(({ lines }) => lines);
  const cells = measured.flatMap(({ lines, at, commit }) =>
    lines.map((line) => [...cellsOf(line), `${at}, ${commit}`]),
  );
  const table = [[...headings, "measured"], [...headings, ""].map(() => "---"), ...cells].map(
    (row) => `| ${row.map(cell).join(" | ")} |`,
  );
  const busy = measured.filter(({ others = 0 }) => others > quiet);
  return [
    "# Measured",
    "",
    "Written by `npm run bench`, a row at a time; nobody edits it. Each row beside its floor in the same run: medians of the",
    "rounds; ratio and spread are median, least and greatest of the rounds' ratios, and of the figure itself where there is no",
    "floor; by CPU is the floor's CPU a call over the subject's, PostgreSQL's included (P2: the web process alone, which is its",
    "limit).",
    "",
    ...[
      ...new Set(
        measured.map(({ machine, rounds }) => `* ${machine}${rounds ? `, ${rounds} rounds interleaved` : ""}`),
      ),
    ],
    "",
    ...table,
    "",
    ...busy.flatMap(({ lines, others = 0 }) => [
      `Other programs took ${Math.round(others * 100)} % of the CPU while ${lines[0]?.row} was measured: trust its column by CPU.`,
      "",
    ]),
    ...measured.flatMap(({ failure }) => (failure ? [failure, ""] : [])),
    "## Where time goes",
    "",
    ...notes(lines).map((note) => `* ${note}`),
    "",
  ].join("\n");
}

function notes(lines: readonly Line[]): string[] {
  return lines.filter(({ note }) => note).map(({ row, what, note }) => `${row}, ${what}: ${note}`);
}
