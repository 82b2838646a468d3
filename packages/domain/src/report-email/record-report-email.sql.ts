// Made from record-report-email.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordReportEmailParams {
  problem: string | null;
  pauseSeconds: number;
  emailId: bigint | number;
  attempt: number;
}

export type RecordReportEmailRow = Record<never, never>;

export const recordReportEmailSql: Statement<RecordReportEmailParams, RecordReportEmailRow> = {
  name: "record_report_email",
  params: ["problem","pauseSeconds","emailId","attempt"],
  notNull: [],
  text: `
update report_email
   set sent_at = case when $1::text is null then now() end, problem = $1,
       next_at = case when $1 is not null then now() + $2::float8 * interval '1 second' end
 where id = $3 and attempts = $4`,
};
