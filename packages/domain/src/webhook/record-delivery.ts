import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import type { Delivery } from "./claim-deliveries.ts";
import { retryPause } from "./retry.ts";

const statement = {
  name: "record_delivery",
  text: `
    update webhook_delivery
       set delivered_at = case when $2::text is null then now() end, last_problem = $2,
           next_at = case when $2::text is not null then now() + $3::float8 * interval '1 second' end
     where task_id = $1 and attempts = $4`,
};

/** Says how an attempt went: `problem: null` is delivered; else it is tried again later, for a day. */
export async function recordDelivery({
  ctx,
  input: { delivery, problem },
}: {
  ctx: Context;
  input: { delivery: Pick<Delivery, "taskId" | "attempt" | "secondsSinceEnd">; problem: string | null };
}): Promise<void> {
  requireWorker(ctx);
  const pause = retryPause(delivery.attempt, delivery.secondsSinceEnd) ?? null;
  await ctx.db.sql(statement, [delivery.taskId, problem, pause, delivery.attempt]);
}
