import { cpus } from "node:os";
import { cellsOf, headings, type Line } from "./findings.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./statistics.ts";

/** Where and how it was measured, in a sentence or two. */
export function circumstances(measurements: readonly Measurement[]): string {
  const [{ model } = { model: "unknown" }] = cpus();
  const { postgres = "PostgreSQL", rounds = 1 } = measurements[0] ?? {};
  const others = measurements.flatMap((one) => one.others);
  const taken = others.length > 0 ? Math.round(median(others) * 100) : undefined;
  const sentences = [
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC, ${cpus().length} × ${model.trim()}, Node.js ${process.versions.node}, ` +
      `${postgres} with durable settings on the same machine, 32 connections, ${rounds === 1 ? "one round" : `${rounds} rounds interleaved`}.`,
    taken !== undefined && `Other programs took ${taken} % of the machine's CPU meanwhile.`,
    taken !== undefined && taken > quiet && "That is too much to trust rates and latencies; trust the column by CPU.",
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Percent of the machine's CPU that others may take before ratios lean towards the side with more processes. */
const quiet = 10;

/** The table for a terminal, and below it the notes. */
export function asText(lines: readonly Line[]): string {
  const rows = [[...headings], ...lines.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? "").length)));
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...table, "", ...notes(lines)].join("\n");
}

/** The whole of results.md. */
export function asMarkdown(lines: readonly Line[], circumstances: string, failures: readonly string[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const table = [[...headings], headings.map(() => "---"), ...lines.map(cellsOf)].map(
    (cells) => `| ${cells.map(cell).join(" | ")} |`,
  );
  return [
    "# Measured",
    "",
    "Written by `npm run bench`; nobody edits it. Each row beside its floor in the same run: medians of the rounds; ratio and",
    "spread are median, least and greatest of the rounds' ratios, and of the figure itself where there is no floor; by CPU is",
    "the floor's CPU a call over the subject's, PostgreSQL's included (P2: the web process alone, which is its limit).",
    "",
    circumstances,
    "",
    ...table,
    "",
    ...failures.flatMap((failure) => [failure, ""]),
    "## Where time goes",
    "",
    ...notes(lines).map((note) => `* ${note}`),
    "",
  ].join("\n");
}

function notes(lines: readonly Line[]): string[] {
  return lines.filter(({ note }) => note).map(({ row, what, note }) => `${row}, ${what}: ${note}`);
}
