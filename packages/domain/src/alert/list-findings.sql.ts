// Made from list-findings.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListFindingsParams {
  emailId: bigint | number;
}

export interface ListFindingsRow {
  kind: "error_rate" | "no_tasks" | "no_views";
  state: "alert" | "raised" | "normal" | "unknown";
  value: number;
  total: number;
  low: number;
  high: number;
}

export const listFindingsSql: Statement<ListFindingsParams, ListFindingsRow> = {
  name: "list_findings",
  params: ["emailId"],
  notNull: ["kind","state","value","total","low","high"],
  oneOf: {"kind":["error_rate","no_tasks","no_views"],"state":["alert","raised","normal","unknown"]},
  text: `
select kind as "kind", state as "state", value, total, low, high
  from alert_finding where email_id = $1`,
};
