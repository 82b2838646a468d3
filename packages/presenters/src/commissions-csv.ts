import type { ListedCommission } from "@gatepost/domain/money/list-commissions";
import { csv } from "./csv.ts";
import { dollarsCell } from "./dollars.ts";

/**
 * Commissions as CSV: a header, and a line for each. Amounts are in dollars, exact to the millionth. Task and template
 * are empty for tasks of other accounts.
 */
export function commissionsCsv(items: readonly ListedCommission[]): string {
  return csv([
    ["time (UTC)", "commission (USD)", "task", "template"],
    ...items.map(({ at, amount, task }) => [
      ...[at.toISOString(), dollarsCell(amount)],
      ...[task?.taskId ?? "", task?.templateName ?? ""],
    ]),
  ]);
}
