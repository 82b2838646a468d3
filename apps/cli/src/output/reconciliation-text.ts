import type { Reconciliation, Subject } from "@gatepost/domain/money/reconcile";
import { minute, oneLine } from "./report.ts";

/** The result of the last reconciliation by a worker in one line, a line for each broken rule, and since when another one fails. */
export function reconciliationText(check: Reconciliation | null, failingSince?: Date | null): string {
  if (!failingSince) return resultText(check);
  const failure = `Since ${minute(failingSince)} UTC, the next one fails: "reconciliation failed" in the log of a worker says where.`;
  return `${resultText(check)}\n${failure}`;
}

function resultText(check: Reconciliation | null): string {
  if (!check) return "No worker has reconciled the ledger yet. Workers do so once a day.";
  const { endedAt, differences } = check;
  const when = `A worker last reconciled the ledger at ${minute(endedAt)} UTC`;
  if (differences.length === 0) return `${when}, and found no differences.`;
  return [
    `${when}, and found differences:`,
    ...differences.map(({ what, where, found, expected }) =>
      oneLine(`  ${what}, ${subjectText(where)}: ${found} instead of ${expected}`),
    ),
  ].join("\n");
}

/** Which account, task, or application and quarter of an hour a difference concerns. */
export function subjectText(subject: Subject): string {
  if ("accountId" in subject) return `account ${subject.accountId}`;
  if ("taskId" in subject) return `task ${subject.taskId}`;
  return `application ${subject.applicationId} at ${minute(new Date(subject.moment * 1_000))}`;
}
