// Made from find-due-alerts.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindDueAlertsParams {
  limit: bigint | number;
}

export interface FindDueAlertsRow {
  subscriptionId: number;
  ongoing: string[];
  softId: number;
  archived: boolean;
  until: Date;
}

export const findDueAlertsSql: Statement<FindDueAlertsParams, FindDueAlertsRow> = {
  name: "find_due_alerts",
  params: ["limit"],
  notNull: ["subscriptionId","ongoing","softId","archived","until"],
  text: `
with due as materialized (
  select id, application_id, next_at from report_subscription
   where next_at <= now() and kind = 'alerts' order by next_at limit 500
), placed as materialized (
  select d.id, p.id as application_id, p.archived_at, row_number() over (partition by p.account_id order by d.next_at, d.id) as position
    from due d join application p on p.id = d.application_id
)
select s.id as "subscriptionId", s.ongoing_alerts as "ongoing", d.application_id as "softId",
       d.archived_at is not null as "archived", bucket_of(now()) as "until"
  from placed d join report_subscription s on s.id = d.id
 where s.next_at <= now()
 order by d.position, s.id limit $1 for update of s skip locked`,
};
