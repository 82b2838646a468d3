import type { Result } from "./check.ts";

const marks = { passed: "✓", failed: "✗", skipped: "–" };

/** A result as a line of the table, and why beneath it. */
export function table({ check: { origin, section, name, quote }, outcome, why }: Result): string {
  const line = `${marks[outcome]} ${`${origin} ${section}`.padEnd(17)} ${name}`;
  if (why === undefined) return line;
  const indent = `\n${" ".repeat(20)}`;
  const rule = outcome === "failed" ? `${indent}The rule: “${quote}”` : "";
  return `${line}${indent}${why.trim().replaceAll("\n", indent)}${rule}`;
}

const count = (results: readonly Result[], outcome: Result["outcome"]) =>
  results.filter((one) => one.outcome === outcome).length;

export function summary(results: readonly Result[]): string {
  const counts = (["passed", "failed", "skipped"] as const).map((outcome) => `${count(results, outcome)} ${outcome}`);
  return `${results.length} checks: ${counts.join(", ")}`;
}

/** The results as JUnit XML: a test case for each check, of a class for each section. */
export function junit(results: readonly Result[]): string {
  const cases = results.map(({ check: { name, origin, section, quote }, outcome, why = "", seconds }) => {
    const attributes = `classname="${origin}.${section.replace(".", "_")}" name="${xml(name)}" time="${seconds.toFixed(3)}"`;
    if (outcome === "passed") return `  <testcase ${attributes}/>`;
    const inner =
      outcome === "failed"
        ? `<failure message="${xml(quote)}">${xml(why)}</failure>`
        : `<skipped message="${xml(why)}"/>`;
    return `  <testcase ${attributes}>${inner}</testcase>`;
  });
  const totals = `tests="${results.length}" failures="${count(results, "failed")}" skipped="${count(results, "skipped")}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="gatepost-conformance" ${totals}>\n${cases.join("\n")}\n</testsuite>\n`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for XML, which cannot have control characters. */
const xml = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\ufffe\uffff]/gu, "\ufffd").replace(/[&<>"]/g, (one) => entities[one] ?? one);
