// Made from delete-old-answers.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type DeleteOldAnswersParams = Record<never, never>;

export interface DeleteOldAnswersRow {
  n: number;
}

export const deleteOldAnswersSql: Statement<DeleteOldAnswersParams, DeleteOldAnswersRow> = {
  name: "delete_old_answers",
  params: [],
  notNull: ["n"],
  text: `
with deleted as (
  delete from idempotency
   where (account_id, key) in (select account_id, key from idempotency
                                where created_at < now() - answer_lifetime() - interval '1 hour'
                                order by created_at limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as "n" from deleted`,
};
