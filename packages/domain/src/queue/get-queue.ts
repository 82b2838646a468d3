import type { Context } from "../context.ts";
import type { Queue } from "./queue-memory.ts";

export type { Queue } from "./queue-memory.ts";

/** How busy the workers are, for anybody: nothing in it is an account's. At most a second old. */
export function getQueue({ ctx }: { ctx: Context }): Promise<Queue> {
  return ctx.queue.get();
}
