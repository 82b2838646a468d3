import type { ErrorDetails } from "@gatepost/contract/client";
import { commandName } from "./command-name.ts";
import { oneLine } from "./printable.ts";

/** What is known of a failed task, a line each; empty for any other error. */
export function failureLines({ failure, partial }: ErrorDetails): string[] {
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
    ...(screenshot ? [`  ${commandName()} task result <task> --save <folder> writes what the page showed`] : []),
  ].map(oneLine);
}
