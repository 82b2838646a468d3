// Made from add-test.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface AddTestParams {
  endpointId: number;
  accountId: number;
}

export interface AddTestRow {
  id: number;
}

export const addTestSql: Statement<AddTestParams, AddTestRow> = {
  name: "add_test",
  params: ["endpointId","accountId"],
  ids: ["id"],
  notNull: ["id"],
  text: `
with owned as materialized (
  select id from event_endpoint where id = $1 and account_id = $2
), former as (
  delete from webhook_delivery where endpoint_id = (select id from owned) and event = 'test' and next_at is null
)
insert into webhook_delivery (account_id, endpoint_id, event) select $2, id, 'test' from owned
returning id`,
};
