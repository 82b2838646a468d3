import type { Ground } from "../context.ts";

const statement = {
  name: "is_writable",
  text: "select current_setting('transaction_read_only') = 'off' as writable",
};

/** Whether the database answers and takes writes at this moment: one round trip. Never rejects. */
export async function isWritable({ ground }: { ground: Ground }): Promise<boolean> {
  const rows = await ground.db.sql<{ writable: boolean }>(statement).catch(() => []);
  return rows[0]?.writable ?? false;
}
