// Made from list-report-subscriptions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListReportSubscriptionsParams {
  accountId: number;
  softId: number;
}

export interface ListReportSubscriptionsRow {
  addressId: number;
  kind: "weekly" | "monthly" | "alerts";
  timezone: string;
  nextAt: Date;
  ongoing: string[];
  lastAt: Date | null;
  lastSentAt: Date | null;
  lastProblem: string | null;
  lastPending: boolean | null;
}

export const listReportSubscriptionsSql: Statement<ListReportSubscriptionsParams, ListReportSubscriptionsRow> = {
  name: "list_report_subscriptions",
  params: ["accountId","softId"],
  notNull: ["addressId","kind","timezone","nextAt","ongoing"],
  oneOf: {"kind":["weekly","monthly","alerts"]},
  text: `
select s.address_id as "addressId", s.kind as "kind", s.time_zone as "timezone", s.next_at as "nextAt",
       s.ongoing_alerts as "ongoing",
       e.created_at as "lastAt", e.sent_at as "lastSentAt", e.problem as "lastProblem",
       e.next_at is not null
         or e.sent_at is null and e.problem is null and e.created_at > now() - interval '2 minutes' as "lastPending"
  from report_subscription s
  join application p on p.id = s.application_id and p.account_id = $1 and p.archived_at is null
  left join lateral (
    select * from report_email r where r.subscription_id = s.id order by r.id desc limit 1) e on true
 where s.application_id = $2
 order by s.address_id, s.kind desc`,
};
