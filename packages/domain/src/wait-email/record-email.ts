import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import type { WaitEmail } from "./claim-emails.ts";
import { recordEmailSql } from "./record-email.sql.ts";

/** Records an attempt. `problem: null`: sent; otherwise it is tried again, less and less often, until its wait ends. */
export async function recordEmail({
  ctx,
  input: { email, problem },
}: Args<{ email: Pick<WaitEmail, "emailId" | "attempt">; problem: string | null }>): Promise<void> {
  requireSystem(ctx);
  const { emailId, attempt } = email;
  const pauseSeconds = Math.min(10 * 2 ** (attempt - 1), 300);
  await ctx.db.run(recordEmailSql, { emailId, attempt, problem, pauseSeconds });
}
