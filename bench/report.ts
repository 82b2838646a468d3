import { cpus, loadavg } from "node:os";
import { cellsOf, headings, type Line } from "./findings.ts";

/** Where and how it was measured, in a sentence. */
export function circumstances(postgres: string, rounds: number): string {
  const [{ model } = { model: "unknown" }] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return (
    `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC, ${cpus().length} × ${model.trim()}, Node.js ${process.versions.node}, ` +
    `${postgres} with durable settings on the same machine, 32 connections, ${rounds === 1 ? "one round" : `${rounds} rounds`} ` +
    `interleaved; load of the machine before: ${load}.`
  );
}

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
export function asMarkdown(lines: readonly Line[], circumstances: string): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const table = [[...headings], headings.map(() => "---"), ...lines.map(cellsOf)].map(
    (cells) => `| ${cells.map(cell).join(" | ")} |`,
  );
  return [
    "# Measured",
    "",
    "Written by `npm run bench`; nobody edits it. Each row of QUALITY.md beside its floor in the same run: medians of the",
    "rounds; ratio and spread are median, least and greatest of the rounds' ratios.",
    "",
    circumstances,
    "",
    ...table,
    "",
    "## Where time goes",
    "",
    ...notes(lines).map((note) => `* ${note}`),
    "",
  ].join("\n");
}

function notes(lines: readonly Line[]): string[] {
  return lines.filter(({ note }) => note).map(({ row, what, note }) => `${row}, ${what}: ${note}`);
}
