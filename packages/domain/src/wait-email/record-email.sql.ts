// Made from record-email.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RecordEmailParams {
  problem: string | null;
  pauseSeconds: number;
  emailId: bigint | number;
  attempt: number;
}

export type RecordEmailRow = Record<never, never>;

export const recordEmailSql: Statement<RecordEmailParams, RecordEmailRow> = {
  name: "record_email",
  params: ["problem","pauseSeconds","emailId","attempt"],
  notNull: [],
  text: `
update wait_email
   set sent_at = case when $1::text is null then now() end, problem = $1,
       next_at = case when $1 is not null then now() + $2::float8 * interval '1 second' end
 where id = $3 and attempts = $4`,
};
