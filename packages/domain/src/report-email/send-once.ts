import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { beginReportEmailSql } from "./begin-report-email.sql.ts";
import type { ReportEmail } from "./claim-report-emails.ts";
import { recordReportEmailSql } from "./record-report-email.sql.ts";

/**
 * Sends a claimed report. `send` resolves once the mail server has taken it, or with the problem: it is
 * then tried again, less and less often, for three days. A process that ends during `send` leaves a report that nobody sends
 * again, because the mail server may have taken it.
 */
export async function sendOnce({
  ctx,
  input: { email, send },
}: Args<{
  email: Pick<ReportEmail, "emailId" | "attempt">;
  send: () => Promise<{ problem: string | null }>;
}>): Promise<void> {
  requireSystem(ctx);
  const { emailId, attempt } = email;
  if ((await ctx.db.run(beginReportEmailSql, { emailId, attempt })).length === 0) return;
  const { problem } = await send();
  const pauseSeconds = Math.min(60 * 2 ** (attempt - 1), 6 * 3_600);
  await ctx.db.run(recordReportEmailSql, { emailId, attempt, problem, pauseSeconds });
}
