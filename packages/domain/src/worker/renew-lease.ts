import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { leaseSeconds } from "./lease.ts";

const statement = {
  name: "renew_lease",
  text: `
    update worker set busy = $2, lease_until = now() + $3 * interval '1 second'
     where id = $1 and ended_at is null returning id`,
};

/** Renews the lease over all tasks in hand. `held: false`: they were taken away; drop them and register anew. */
export async function renewLease({
  ctx,
  input,
}: {
  ctx: Context;
  input: { busy: number };
}): Promise<{ held: boolean }> {
  const { actor, db } = requireWorker(ctx);
  const rows = await db.sql(statement, [actor.workerId, input.busy, leaseSeconds]);
  return { held: rows.length > 0 };
}
