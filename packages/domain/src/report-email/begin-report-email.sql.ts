// Made from begin-report-email.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface BeginReportEmailParams {
  emailId: bigint | number;
  attempt: number;
}

export interface BeginReportEmailRow {
  begun: boolean;
}

export const beginReportEmailSql: Statement<BeginReportEmailParams, BeginReportEmailRow> = {
  name: "begin_report_email",
  params: ["emailId","attempt"],
  notNull: ["begun"],
  text: `
update report_email set next_at = null, problem = null where id = $1 and attempts = $2 and next_at is not null
returning true as "begun"`,
};
