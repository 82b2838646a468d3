import type { Db } from "@gatepost/db/connect";
import { type Counted, type Finding, judge } from "./rules.ts";
import { sumLastDaysSql } from "./sum-last-days.sql.ts";

const nothing: Counted = { accepted: 0, failed: 0, views: 0 };

/** What the rules find now about each of these applications. */
export async function readFindings(db: Pick<Db, "run">, softIds: readonly number[]): Promise<Map<number, Finding[]>> {
  const rows = softIds.length > 0 ? await db.run(sumLastDaysSql, { softIds: [...softIds] }) : [];
  const days = new Map(softIds.map((id) => [id, Array.from({ length: 29 }, () => nothing)]));
  for (const { softId, daysAgo, ...counted } of rows) days.get(softId)?.splice(daysAgo, 1, counted);
  return new Map([...days].map(([id, [now = nothing, ...before]]) => [id, judge(now, before)]));
}
