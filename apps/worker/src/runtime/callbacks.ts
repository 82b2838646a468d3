import { log, logFault } from "@gatepost/domain/log";
import { observe } from "@gatepost/domain/observations";
import type { WorkerContext } from "@gatepost/domain/permission";
import { repeat } from "@gatepost/domain/repeat";
import type { Signal } from "@gatepost/domain/signal";
import { claimDeliveries, type Delivery } from "@gatepost/domain/webhook/claim-deliveries";
import { recordDelivery } from "@gatepost/domain/webhook/record-delivery";
import { eventBody } from "@gatepost/presenters/event-body";
import { callbackBody } from "@gatepost/presenters/task-result";
import type { Resolve } from "../egress/resolve.ts";
import { postCallback } from "./post-callback.ts";
import { shownExcerpt } from "./shown-excerpt.ts";

/** Callbacks that one worker sends at once. Few, because each holds its task's pictures in memory. */
const atOnce = 16;

/**
 * Delivers callbacks and events that are due as places become free, and records the outcome of each attempt, until the signal is
 * aborted; then resolves when those under way have ended. Never rejects.
 */
export async function deliverCallbacks(
  worker: () => WorkerContext | undefined,
  resolve: Resolve,
  wake: Signal,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Map<Delivery, Promise<void>>();
  const round = async () => {
    const ctx = worker();
    const input = { limit: atOnce - underWay.size, underWay: [...underWay.keys()].map(({ accountId }) => accountId) };
    const due = ctx && input.limit > 0 ? await claimDeliveries({ ctx, input }) : [];
    for (const delivery of due) {
      // If the outcome could not be recorded, any worker tries it again.
      const delivering = deliver(ctx as WorkerContext, delivery, resolve).catch(() => {});
      underWay.set(
        delivery,
        delivering.then(() => {
          underWay.delete(delivery);
          wake.notify();
        }),
      );
    }
    if (due.length === 0) await wake.wait(signal);
    return 0;
  };
  await repeat(round, { signal, onFault: (error) => logFault("callbacks not claimed", error) });
  await Promise.all(underWay.values());
}

async function deliver(ctx: WorkerContext, delivery: Delivery, resolve: Resolve): Promise<void> {
  const { taskId, attempt, kind } = delivery;
  const { egress } = ctx.settings;
  if (delivery.kind === "callback") {
    const problem = (await postCallback({ ...delivery, body: callbackBody(delivery) }, egress, resolve)) ?? null;
    observe("delivery", { delivered: problem === null });
    await recordDelivery({ ctx, input: { delivery, problem } });
    log(kind, { taskId, attempt, ...(problem && { problem }) });
    return;
  }
  const began = performance.now();
  let answer: { status: number; excerpt: string } | undefined;
  const onResponse = (response: typeof answer) => {
    answer = response;
  };
  const problem = (await postCallback({ ...delivery, body: eventBody(delivery), onResponse }, egress, resolve)) ?? null;
  const response = {
    status: answer?.status ?? null,
    duration: Math.round(performance.now() - began),
    excerpt: shownExcerpt(answer?.excerpt ?? ""),
  };
  await recordDelivery({ ctx, input: { delivery, problem, response } });
  log(kind, { taskId, attempt, ...(problem && { problem }) });
}
