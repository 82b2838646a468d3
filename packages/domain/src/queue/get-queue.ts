import type { Context } from "../context.ts";
import type { Queue } from "./queue-cache.ts";

export type { Queue } from "./queue-cache.ts";

/** How busy the workers are, at most a second old. Open to anybody, because it contains nothing about any account. */
export function getQueue({ ctx }: { ctx: Context }): Promise<Queue> {
  return ctx.queue.get();
}
