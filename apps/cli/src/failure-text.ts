import type { ErrorDetails } from "@gatepost/contract/client";
import { commandText } from "./command-name.ts";
import { oneLine } from "./printable.ts";

/** What is known of a failed task, a line each; empty for any other error. */
export function failureLines({ failure, partial }: ErrorDetails, taskId: number | undefined): string[] {
  if (!failure) return [];
  const { step, type, url, screenshot } = failure;
  const texts = Object.entries(partial?.texts ?? {}).map(([name, text]) => `text ${name}: ${text.slice(0, 200)}`);
  const data = Object.entries(partial?.data ?? {}).map(([name, items]) => `data ${name}: ${items.length} items`);
  return [
    `  at step ${step}, ${type}${url && ` on ${url}`}`,
    ...[...texts, ...data].map((read) => `  it had read ${read}`),
    ...(screenshot && taskId !== undefined
      ? [`  ${commandText("task", "result", taskId)} --save <folder> writes what the page showed`]
      : []),
  ].map(oneLine);
}
