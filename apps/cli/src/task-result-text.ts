import type { TaskResult } from "@gatepost/contract/watch-task";
import { columns } from "./columns.ts";
import { readDollars, showDollars } from "./dollars.ts";

/** The state of a task, for a terminal: pictures, pages and cookies are counted or named, never shown. */
export function taskResultText(result: TaskResult): string {
  if (result.status === "processing") {
    const { waitingFor, progress, receipts } = result;
    return columns([
      ["status", progress.step > 0 ? "processing" : "queued"],
      ["step", progress.step > 0 ? `${progress.step} of ${progress.of}, ${progress.type}` : `0 of ${progress.of}`],
      ["waits for", waitingFor.join(", ") || "nothing"],
      ...receiptRows(receipts),
    ]);
  }
  const { solution, cost, createTime, endTime, solveCount, receipts } = result;
  return columns([
    ["status", "ready"],
    ["took", `${endTime - createTime} s${solveCount > 1 ? `, ${solveCount} attempts` : ""}`],
    ["cost", showDollars(readDollars(cost))],
    ...receiptRows(receipts),
    ...(isKept(solution) ? solutionRows(solution) : [["solution", "no longer kept"] as const]),
  ]);
}

type Solution = Extract<TaskResult, { status: "ready" }>["solution"];
type KeptSolution = Extract<Solution, { texts: object }>;

export function isKept(solution: Solution): solution is KeptSolution {
  return "url" in solution;
}

function solutionRows({
  url,
  texts,
  data = {},
  files = {},
  cookies,
  localStorage,
  screenshots,
  HTMLsInBase64,
}: KeptSolution) {
  return [
    ["page", url],
    ...Object.entries(texts).map(([name, text]) => [`text ${name}`, text] as const),
    ...Object.entries(data).map(([name, items]) => [`data ${name}`, `${items.length} items`] as const),
    ...Object.entries(files).map(
      ([as, { name, type, size }]) => [`file ${as}`, `${name}, ${type}, ${size} bytes`] as const,
    ),
    ["cookies", Object.keys(cookies).join(", ") || "none"],
    ["localStorage", Object.keys(localStorage).join(", ") || "none"],
    ["screenshots", String(screenshots.length)],
    ["HTML", String(HTMLsInBase64.length)],
  ] as const;
}

/** What became of each value that was pushed. */
function receiptRows(receipts: TaskResult["receipts"] = []) {
  return receipts.map(({ name, length, pushedAt, pushedBy, outcome, usedBy }) => {
    const time = new Date(pushedAt * 1_000).toISOString().slice(11, 19);
    const used = usedBy === undefined ? "" : `, used by step ${usedBy}`;
    return [`value ${name}`, `${length} characters by ${pushedBy} at ${time} UTC, ${outcome}${used}`] as const;
  });
}
