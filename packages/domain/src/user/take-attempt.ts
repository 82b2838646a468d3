import type { Ground } from "../context.ts";
import { takeAttemptSql } from "./take-attempt.sql.ts";

export interface Attempts {
  /** What is attempted, and by whom. */
  key: string;
  /** In each window. */
  most: number;
  windowSeconds: number;
}

/** Whether one more attempt may be made in this window of time. One that may not is counted, and lengthens nothing. */
export async function takeAttempt(ground: Ground, { key, most, windowSeconds }: Attempts): Promise<boolean> {
  const [row] = await ground.db.run(takeAttemptSql, { key, windowSeconds });
  return (row?.count ?? 1) <= most;
}
