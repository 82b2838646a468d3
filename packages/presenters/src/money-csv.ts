import type { ListedEntry } from "@gatepost/domain/money/ledger";
import { csv } from "./csv.ts";
import { dollarsCell } from "./dollars.ts";

export type LedgerKindName = ListedEntry["kind"];

/** The kinds of transactions, as pages and files name them. */
export const ledgerKindNames: Record<LedgerKindName, string> = {
  top_up: "Top-up",
  hold: "Held for a task",
  capture: "Paid for a task",
  release: "Refunded for a failed task",
  commission: "Commission earned",
  refund: "Refund by the operator",
  correction: "Correction",
};

/** Transactions as CSV: a header, and a line for each. Amounts are in dollars, exact to the millionth. */
export function ledgerCsv(entries: readonly ListedEntry[]): string {
  return csv([
    ["time (UTC)", "kind", "change (USD)", "held (USD)", "balance (USD)", "task", "softId", "note"],
    ...entries.map(({ at, kind, available, held, balance, taskId, softId, note }) => [
      at.toISOString(),
      ledgerKindNames[kind],
      dollarsCell(available),
      dollarsCell(held),
      dollarsCell(balance),
      taskId ?? "",
      softId ?? "",
      note ?? "",
    ]),
  ]);
}
