import type { ListedCommission, ListedEntry } from "@gatepost/domain/money/ledger";
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

/**
 * Commissions as CSV: a header, and a line for each. Amounts are in dollars, exact to the millionth. Task and template
 * are empty for tasks of other accounts.
 */
export function commissionsCsv(items: readonly ListedCommission[]): string {
  return csv([
    ["time (UTC)", "commission (USD)", "task", "template"],
    ...items.map(({ at, amount, task }) => [
      at.toISOString(),
      dollarsCell(amount),
      task?.taskId ?? "",
      task?.templateName ?? "",
    ]),
  ]);
}
