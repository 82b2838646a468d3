import type { AppContext } from "../context.ts";
import { isWritableSql } from "./is-writable.sql.ts";

/** Whether the database responds and accepts writes right now: one round trip. Never rejects. */
export async function isWritable({ app }: { app: AppContext }): Promise<boolean> {
  const rows = await app.db.run(isWritableSql).catch(() => []);
  return rows[0]?.writable ?? false;
}
