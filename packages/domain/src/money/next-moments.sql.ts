// Made from next-moments.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NextMomentsParams {
  after: bigint | number;
  seconds: bigint | number;
}

export interface NextMomentsRow {
  through: number;
  isFull: boolean;
}

export const nextMomentsSql: Statement<NextMomentsParams, NextMomentsRow> = {
  name: "next_moments",
  params: ["after","seconds"],
  notNull: ["through","isFull"],
  text: `
select through::float8 as "through", through < extract(epoch from now()) as "isFull"
  from (select case when $1::bigint > 0 then $1 + $2::bigint
                    else (select extract(epoch from coalesce(min(created_at), now()))::bigint / 900 * 900
                            from application) end as through) next`,
};
