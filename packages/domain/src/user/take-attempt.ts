import type { AppContext } from "../context.ts";
import { takeAttemptSql } from "./take-attempt.sql.ts";

export interface Attempts {
  /** What is attempted, and by whom. */
  key: string;
  /** Per window. */
  max: number;
  windowSeconds: number;
}

/** Whether another attempt is allowed in this window of time. A refused one is counted, and does not extend the window. */
export async function takeAttempt(app: AppContext, { key, max, windowSeconds }: Attempts): Promise<boolean> {
  const [row] = await app.db.run(takeAttemptSql, { key, windowSeconds });
  return (row?.count ?? 1) <= max;
}
