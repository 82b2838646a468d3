import type { AppContext } from "../context.ts";
import { type GetReceiptsRow, getReceiptsSql } from "./get-receipts.sql.ts";

/** The outcome of a value that was pushed, never the value. Times are in Unix seconds. */
export interface Receipt {
  name: string;
  /** How often the template had asked for it. */
  attempt: number;
  /** Characters of the value as it is typed into a page. */
  length: number;
  pushedAt: number;
  /** A key by its hint and its name, a person by email, an answer link and whom it was emailed to, or "inbound code". */
  pushedBy: string;
  /** `pushed`: no worker has taken it yet. `unused`: replaced, too old, or wiped at the task's end. */
  outcome: "pushed" | "taken" | "unused";
  takenAt?: number;
  /** The step that used it first, counted from 1 as in `progress.step`. */
  usedBy?: number;
}

/** The receipts of a task of the account, the earliest first. */
export async function readReceipts(
  { db }: Pick<AppContext, "db">,
  { accountId, taskId }: { accountId: number; taskId: number },
): Promise<Receipt[]> {
  const rows = await db.run(getReceiptsSql, { taskId, accountId });
  return rows.map((row) => ({
    name: row.name,
    attempt: row.attempt,
    length: row.length ?? 0,
    pushedAt: row.pushedAt,
    pushedBy: pushedBy(row),
    outcome: row.takenAt !== null ? "taken" : row.open ? "pushed" : "unused",
    ...(row.takenAt !== null && { takenAt: row.takenAt }),
    ...(row.takenAt !== null && row.step !== null && { usedBy: row.step }),
  }));
}

function pushedBy({ by, keyName, keyHint, userEmail, linkEmail }: GetReceiptsRow): string {
  if (by.startsWith("link ")) return linkEmail ? `answer ${by}, emailed to ${linkEmail}` : `answer ${by}`;
  if (by.startsWith("inbound ")) return "inbound code";
  if (by.startsWith("key ")) return keyHint === null ? "a deleted key" : `key ${keyHint} (${keyName})`;
  if (by.startsWith("user ")) return userEmail ?? "a person of the account";
  return "unknown";
}
