import type { Args } from "../platform/context.ts";
import { requireManager } from "../platform/permission.ts";
import { type ListEmailsRow, listEmailsSql } from "./sql/list-emails.sql.ts";

/** The outcome of an email about a wait. */
export interface SentEmail extends Pick<ListEmailsRow, "emailId" | "to" | "kind" | "taskId" | "at"> {
  outcome: "sent" | "pending" | "limit" | "not sent";
  /** Why it was not sent, or not yet. */
  problem: string | null;
}

/** The account's latest emails about waits, the latest first. */
export async function listEmails({ ctx, input: { accountId } }: Args<{ accountId: number }>): Promise<SentEmail[]> {
  requireManager(ctx, accountId);
  const rows = await ctx.db.run(listEmailsSql, { accountId, limit: 20 });
  return rows.map(({ sentAt, pending, problem, ...email }) => ({
    ...email,
    outcome: outcomeOf(sentAt, pending, problem),
    problem,
  }));
}

function outcomeOf(sentAt: Date | null, pending: boolean, problem: string | null): SentEmail["outcome"] {
  if (sentAt) return "sent";
  if (pending) return "pending";
  return problem === "limit" ? "limit" : "not sent";
}
