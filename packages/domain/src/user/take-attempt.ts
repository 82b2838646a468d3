import type { AppContext } from "../context.ts";
import { takeAttemptSql } from "./take-attempt.sql.ts";

export interface Attempts {
  /** What is attempted, and by whom. */
  key: string;
  /** In each window. */
  max: number;
  windowSeconds: number;
}

/** Whether one more attempt may be made in this window of time. One that may not is counted, and lengthens nothing. */
export async function takeAttempt(app: AppContext, { key, max, windowSeconds }: Attempts): Promise<boolean> {
  const [row] = await app.db.run(takeAttemptSql, { key, windowSeconds });
  return (row?.count ?? 1) <= max;
}
