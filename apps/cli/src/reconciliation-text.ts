import type { Reconciliation } from "@gatepost/domain/money/get-reconciliation";
import { minute } from "./operator.ts";
import { oneLine } from "./printable.ts";

/** What housekeeping found when it last went through the books, in a line, and a line for each rule that was broken. */
export function reconciliationText(check: Reconciliation | null): string {
  if (!check) return "Housekeeping has not gone through the books yet: a worker does so once a day.";
  const { endedAt, differences } = check;
  const when = `Housekeeping last went through the books at ${minute(endedAt)} UTC`;
  if (differences.length === 0) return `${when}, and they were right.`;
  return [
    `${when}, and found that they differ:`,
    ...differences.map(({ what, where, found, expected }) =>
      oneLine(`  ${what}, ${where}: ${found} instead of ${expected}`),
    ),
  ].join("\n");
}
