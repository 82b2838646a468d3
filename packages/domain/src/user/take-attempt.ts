import type { Ground } from "../context.ts";

export interface Attempts {
  /** What is attempted, and by whom. */
  key: string;
  /** In each window. */
  most: number;
  windowSeconds: number;
}

/**
 * One statement decides, so that any number of processes and of attempts at once together do not pass `most`. The column
 * last_request holds the end of the window; rows whose window is over are housekeeping's.
 */
const statement = {
  name: "take_attempt",
  text: `
    insert into portal_rate_limit as r (id, key, count, last_request)
    values (gen_random_uuid()::text, $1, 1, extract(epoch from now()) * 1000 + $2 * 1000)
    on conflict (key) do update
       set count = case when r.last_request <= extract(epoch from now()) * 1000 then 1 else r.count + 1 end,
           last_request = case when r.last_request <= extract(epoch from now()) * 1000
                               then excluded.last_request else r.last_request end
    returning count`,
};

/** Whether one more attempt may be made in this window of time. One that may not is counted, and lengthens nothing. */
export async function takeAttempt(ground: Ground, { key, most, windowSeconds }: Attempts): Promise<boolean> {
  const [row] = await ground.db.sql<{ count: number }>(statement, [key, windowSeconds]);
  return (row?.count ?? 1) <= most;
}
