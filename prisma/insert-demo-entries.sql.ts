// Made from insert-demo-entries.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface InsertDemoEntriesParams {
  entries: readonly {
    account_id: number | null;
    kind: "top_up" | "hold" | "capture" | "release" | "commission" | "refund" | "correction" | null;
    available: bigint | number | null;
    held: bigint | number | null;
    platform: bigint | number | null;
    task_id: number | null;
    application_id: number | null;
    at: Date | null;
  }[];
}

export type InsertDemoEntriesRow = Record<never, never>;

export const insertDemoEntriesSql: Statement<InsertDemoEntriesParams, InsertDemoEntriesRow> = {
  name: "insert_demo_entries",
  params: ["entries"],
  encoded: {"entries":["available","held","platform"]},
  notNull: [],
  text: `
insert into ledger_entry (account_id, kind, available, held, platform, task_id, application_id, at, note)
select account_id, kind, available, held, platform, task_id, application_id, at, 'made up by the demo'
  from json_to_recordset($1::json) as e(account_id int, kind ledger_kind, available bigint, held bigint, platform bigint,
                                              task_id bigint, application_id int, at timestamptz)`,
};
