// Made from find-answers.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindAnswersParams {
  calls: readonly {
    n: number | null;
    account_id: number | null;
    key: string | null;
    fingerprint: Uint8Array | null;
  }[];
}

export interface FindAnswersRow {
  n: number;
  answer: string;
  same: boolean;
}

export const findAnswersSql: Statement<FindAnswersParams, FindAnswersRow> = {
  name: "find_answers",
  params: ["calls"],
  encoded: {"calls":["fingerprint"]},
  notNull: ["n","answer","same"],
  text: `
select i.n as "n", a.answer as "answer", a.fingerprint = i.fingerprint as "same"
  from json_to_recordset($1::json) as i(n int, account_id int, key text, fingerprint bytea),
       lateral (select * from stored_answer where account_id = i.account_id and key = i.key limit 1) a`,
};
