// Made from insert-demo-users.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface InsertDemoUsersParams {
  applicationId: number;
  users: readonly {
    account_id: number | null;
    bucket: Date | null;
  }[];
}

export type InsertDemoUsersRow = Record<never, never>;

export const insertDemoUsersSql: Statement<InsertDemoUsersParams, InsertDemoUsersRow> = {
  name: "insert_demo_users",
  params: ["applicationId","users"],
  encoded: {"users":[]},
  notNull: [],
  text: `
insert into active_user (application_id, account_id, bucket)
select $1, account_id, bucket
  from json_to_recordset($2::json) as u(account_id int, bucket timestamptz)`,
};
