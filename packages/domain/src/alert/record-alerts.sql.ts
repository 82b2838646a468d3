// Made from record-alerts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordAlertsParams {
  checked: readonly {
    id: number | null;
    period: string | null;
    ongoing: readonly (string | null)[] | null;
    changes: unknown | null;
  }[];
}

export type RecordAlertsRow = Record<never, never>;

export const recordAlertsSql: Statement<RecordAlertsParams, RecordAlertsRow> = {
  name: "record_alerts",
  params: ["checked"],
  encoded: {"checked":[]},
  notNull: [],
  text: `
with checked as materialized (
  select * from json_to_recordset($1::json) as c(id int, period text, ongoing text[], changes json)
), email as (
  insert into report_email (subscription_id, period)
  select id, period from checked where json_array_length(changes) > 0
  on conflict (subscription_id, period) do nothing
  returning id, subscription_id
), finding as (
  insert into alert_finding (email_id, kind, state, value, total, low, high)
  select e.id, f.kind, f.state, f.value, f.total, f.low, f.high
    from email e join checked c on c.id = e.subscription_id,
         json_to_recordset(c.changes) as f(kind text, state text, value float8, total float8, low float8, high float8)
)
update report_subscription s set next_at = now() + interval '1 hour', ongoing_alerts = c.ongoing
  from checked c where s.id = c.id`,
};
