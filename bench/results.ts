import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineOf } from "./findings.ts";
import type { Measurement } from "./measurement.ts";
import { asMarkdown, type Measured, machine, shareOfOthers } from "./report.ts";

const file = join(import.meta.dirname, "results.json");
export const resultsFile = join(import.meta.dirname, "results.md");

/**
 * Replaces a row's measurement, or the reason why there is none, in the results; the other rows stay. Each line of the
 * table says when it was measured, and on which commit.
 */
export function keepResult(row: string, outcome: Measurement | { failure: string }, order: readonly string[]): void {
  const kept: Record<string, Measured> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const at = new Date().toISOString().slice(0, 16).replace("T", " ");
  kept[row] =
    "failure" in outcome
      ? { at, commit: commit(), machine: machine(), lines: [], failure: outcome.failure }
      : {
          at,
          commit: commit(),
          machine: machine(outcome.postgres),
          others: shareOfOthers([outcome]),
          rounds: outcome.rounds,
          lines: outcome.findings.map(lineOf),
        };
  const inOrder = order.flatMap((name): [string, Measured][] => (kept[name] ? [[name, kept[name]]] : []));
  write(file, `${JSON.stringify(Object.fromEntries(inOrder), null, 1)}\n`);
  write(resultsFile, asMarkdown(inOrder.map(([, measured]) => measured)));
}

function write(path: string, text: string): void {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
    const changed =
      git("status", "--porcelain", "--", "../apps", "../packages", "../prisma", "../pnpm-lock.yaml") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${changed ? " with changes" : ""}`;
  } catch {
    return "unknown";
  }
}
