// Made from find-due-subscriptions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type FindDueSubscriptionsParams = Record<never, never>;

export interface FindDueSubscriptionsRow {
  subscriptionId: number;
  kind: "weekly" | "monthly";
  timezone: string;
  now: Date;
}

export const findDueSubscriptionsSql: Statement<FindDueSubscriptionsParams, FindDueSubscriptionsRow> = {
  name: "find_due_subscriptions",
  params: [],
  notNull: ["subscriptionId","kind","timezone","now"],
  oneOf: {"kind":["weekly","monthly"]},
  text: `
select s.id as "subscriptionId", s.kind as "kind", s.time_zone as "timezone", now() as "now"
  from report_subscription s
 where s.next_at <= now() and s.kind <> 'alerts' order by s.next_at limit 100 for update skip locked`,
};
