// Made from roll-callback-secret.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RollCallbackSecretParams {
  accountId: number;
  secret: Uint8Array;
  graceSeconds: number;
}

export type RollCallbackSecretRow = Record<never, never>;

export const rollCallbackSecretSql: Statement<RollCallbackSecretParams, RollCallbackSecretRow> = {
  name: "roll_callback_secret",
  params: ["accountId","secret","graceSeconds"],
  notNull: [],
  text: `
insert into callback_secret as s (account_id, secret, shown_at) values ($1, $2, now())
on conflict (account_id) do update
   set secret = excluded.secret, created_at = excluded.created_at, shown_at = excluded.shown_at,
       previous = case when s.shown_at is not null then s.secret end,
       previous_until = case when s.shown_at is not null then now() + $3 * interval '1 second' end`,
};
