import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import type { AlertEmail } from "../report-email/claim-report-emails.ts";
import { listFindingsSql } from "./list-findings.sql.ts";
import { readFindings } from "./read-findings.ts";
import { alertKinds, type Finding } from "./rules.ts";

/** What an email about alerts says: what began or is over; of a test, what the rules find now. In the order of the kinds. */
export async function getAlert({
  ctx,
  input: { emailId, softId, test },
}: Args<Pick<AlertEmail, "emailId" | "softId" | "test">>): Promise<Finding[]> {
  requireSystem(ctx);
  const findings = test
    ? ((await readFindings(ctx.db, [softId])).get(softId) ?? [])
    : await ctx.db.run(listFindingsSql, { emailId });
  return alertKinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind));
}
