import { showDollars } from "@gatepost/presenters/dollars";
import type { TaskResult } from "gatepost";
import { readDollars } from "../arguments.ts";
import { commandText } from "../command-name.ts";
import { columns, oneLine, sizeText } from "./report.ts";

/**
 * The state of a task, for a terminal: pictures, pages and cookies are counted or named, never shown. `hint`: a line that
 * says where the rest is, if data or files were read.
 */
export function taskResultText(result: TaskResult, hint = ""): string {
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
  const text = columns([
    ["status", "ready"],
    ["took", `${endTime - createTime} s${solveCount > 1 ? `, ${solveCount} attempts` : ""}`],
    ["cost", showDollars(readDollars(cost))],
    ...receiptRows(receipts),
    ...(isKept(solution) ? solutionRows(solution) : [["solution", "no longer kept"] as const]),
  ]);
  return isKept(solution) && hint !== "" && hasMore(solution) ? `${text}\n\n${hint}` : text;
}

export const wholeResultHint = (taskId: number): string =>
  `All data and files: ${commandText("task", "result", taskId)} --json, or --save <folder>`;

const hasMore = ({ data = {}, files = {} }: KeptSolution): boolean =>
  Object.keys(data).length + Object.keys(files).length > 0;

type Solution = Extract<TaskResult, { status: "ready" }>["solution"];
type KeptSolution = Extract<Solution, { texts: object }>;

export const isKept = (solution: Solution): solution is KeptSolution => "url" in solution;

function solutionRows(solution: KeptSolution) {
  const { url, texts, data = {}, files = {}, cookies, localStorage, screenshots, HTMLsInBase64 } = solution;
  return [
    ["page", url],
    ...Object.entries(texts).map(([name, text]) => [`text ${name}`, text] as const),
    ...Object.entries(data).map(([name, items]) => [`data ${name}`, itemsText(items)] as const),
    ...Object.entries(files).map(([as, { name, size }]) => [`file ${as}`, `${name}, ${sizeText(size)}`] as const),
    ["cookies", Object.keys(cookies).join(", ") || "none"],
    ["localStorage", Object.keys(localStorage).join(", ") || "none"],
    ["screenshots", screenshots.length],
    ["HTML", HTMLsInBase64.length],
  ] as const;
}

const shownItems = 3;
const shownCharacters = 100;

/** How many items a list has, and the first few. */
function itemsText(items: Record<string, string | null>[]): string {
  const first = items.slice(0, shownItems).map((item) => {
    const fields = Object.entries(item).map(([field, value]) => `${field}: ${value ?? "none"}`);
    const line = oneLine(fields.join(", "));
    return line.length > shownCharacters ? `${line.slice(0, shownCharacters - 1)}…` : line;
  });
  const count = items.length === 1 ? "1 item" : `${items.length} items`;
  return [count, ...first, ...(items.length > shownItems ? ["…"] : [])].join("\n");
}

function receiptRows(receipts: TaskResult["receipts"] = []) {
  return receipts.map(({ name, length, pushedAt, pushedBy, outcome, usedBy }) => {
    const time = new Date(pushedAt * 1_000).toISOString().slice(11, 19);
    const used = usedBy === undefined ? "" : `, used by step ${usedBy}`;
    return [`value ${name}`, `${length} characters by ${pushedBy} at ${time} UTC, ${outcome}${used}`] as const;
  });
}
