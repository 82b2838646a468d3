// Made from sum-active-users.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SumActiveUsersParams {
  begins: readonly (Date | null)[];
  softId: number;
  end: Date;
}

export interface SumActiveUsersRow {
  span: number;
  n: bigint;
}

export const sumActiveUsersSql: Statement<SumActiveUsersParams, SumActiveUsersRow> = {
  name: "sum_active_users",
  params: ["begins","softId","end"],
  notNull: ["span","n"],
  text: `
select width_bucket(bucket, $1::timestamptz[]) as "span", count(distinct account_id) as "n"
  from active_user
 where application_id = $2 and bucket >= ($1::timestamptz[])[1] and bucket < $3
 group by 1`,
};
