import type { WorkerContext } from "@gatepost/domain/permission";
import { claimDeliveries } from "@gatepost/domain/webhook/claim-deliveries";
import { recordDelivery } from "@gatepost/domain/webhook/record-delivery";
import { log } from "./log.ts";
import { postCallback } from "./post-callback.ts";

/** Callbacks that one worker has under way at once: a slow receiver holds up few others. */
const atOnce = 16;

/** Delivers what is due, and says how each attempt went. Returns how many there were. */
export async function deliverCallbacks(ctx: WorkerContext): Promise<number> {
  const due = await claimDeliveries({ ctx, input: { limit: atOnce } });
  await Promise.all(
    due.map(async (delivery) => {
      const problem = (await postCallback(delivery.url, delivery.body, ctx.settings.egress)) ?? null;
      await recordDelivery({ ctx, input: { delivery, problem } });
      log("callback", { taskId: delivery.taskId, attempt: delivery.attempt, ...(problem && { problem }) });
    }),
  );
  return due.length;
}
