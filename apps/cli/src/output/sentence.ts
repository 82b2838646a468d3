import { errorCodeOf, isUnavailable } from "@gatepost/domain/platform/unavailable";
import { problemText } from "@gatepost/domain/templates/read-document";
import { outageAdvice } from "@gatepost/presenters/outages";
import type { ErrorDetails } from "gatepost";
import { commandText } from "../command-name.ts";
import { oneLine, printable } from "./report.ts";

/** What a GatepostError has, and the task that a call was about (caller.ts). */
interface TaskError {
  details?: ErrorDetails;
  taskId?: number;
}

/** An error as one sentence for a terminal: our own messages unchanged, the system's with what to do about them. */
export function sentence(error: unknown): string {
  const { code, path = "a file", name, message, details, taskId } = error as NodeJS.ErrnoException & TaskError;
  const problems = details?.problems;
  if (problems && problems.length > 1) return problems.map((problem) => oneLine(problemText(problem))).join("\n");
  // What Prisma and pg say of a database that cannot be used is about a call of theirs.
  if (/^(?:Prisma|error$)|^Connection terminated/.test(name === "Error" ? message : name) && isUnavailable(error))
    return outageAdvice(errorCodeOf(error) ?? "connection lost");
  switch (code) {
    case "ENOSPC":
      return `The disk is full, so ${path} could not be written: make room, or set GATEPOST_DATA_DIR to another disk.`;
    case "EROFS":
      return `${path} cannot be written (read-only): set GATEPOST_DATA_DIR to a folder that can.`;
    case "EACCES":
    case "EPERM":
      return `This user may not use ${path}: start Gatepost as the one that owns it, or set GATEPOST_DATA_DIR to another folder.`;
    case "EEXIST":
    case "ENOTDIR":
      return `${path} cannot be made, since a part of it is a file: set GATEPOST_DATA_DIR to a folder.`;
    default:
      return [printable(message || String(error)), ...failureLines(details ?? {}, taskId)].join("\n");
  }
}

/** What is known of a failed task, a line each; empty for any other error. */
function failureLines({ failure, partial }: ErrorDetails, taskId: number | undefined): string[] {
  if (!failure) return [];
  const { step, type, url, screenshot, candidates, coveredBy } = failure;
  const texts = Object.entries(partial?.texts ?? {}).map(([name, text]) => `text ${name}: ${text.slice(0, 200)}`);
  const data = Object.entries(partial?.data ?? {}).map(([name, items]) => `data ${name}: ${items.length} items`);
  return [
    `  at step ${step}, ${type}${url && ` on ${url}`}`,
    ...(coveredBy ? [`  covered by ${coveredBy.selector}, ${JSON.stringify(coveredBy.text)}`] : []),
    ...(coveredBy?.buttons ?? []).map((selector) => `  a button in it: ${selector}`),
    ...(candidates ?? []).map(({ selector, text, why }) => `  near it: ${selector}, ${JSON.stringify(text)} (${why})`),
    ...[...texts, ...data].map((read) => `  it had read ${read}`),
    ...(screenshot && taskId !== undefined
      ? [`  ${commandText("task", "result", taskId)} --save <folder> writes what the page showed`]
      : []),
  ].map(oneLine);
}
