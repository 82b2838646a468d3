// Made from delete-old-report-emails.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteOldReportEmailsParams = Record<never, never>;

export interface DeleteOldReportEmailsRow {
  n: number;
}

export const deleteOldReportEmailsSql: Statement<DeleteOldReportEmailsParams, DeleteOldReportEmailsRow> = {
  name: "delete_old_report_emails",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from report_email
   where id in (select id from report_email where created_at < now() - interval '400 days' order by created_at limit 500)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
