// Made from plan-reports.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface PlanReportsParams {
  due: readonly {
    id: number | null;
    period: string | null;
    next_at: Date | null;
  }[];
}

export type PlanReportsRow = Record<never, never>;

export const planReportsSql: Statement<PlanReportsParams, PlanReportsRow> = {
  name: "plan_reports",
  params: ["due"],
  encoded: {"due":[]},
  notNull: [],
  text: `
with due as materialized (
  select * from json_to_recordset($1::json) as d(id int, period text, next_at timestamptz)
), written as (
  insert into report_email (subscription_id, period)
  select d.id, d.period
    from due d
    join report_subscription s on s.id = d.id
    join application p on p.id = s.application_id and p.archived_at is null
  on conflict (subscription_id, period) do nothing
)
update report_subscription s set next_at = d.next_at from due d where s.id = d.id`,
};
