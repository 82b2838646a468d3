import type { ErrorCode } from "@gatepost/contract/errors";
import type { Context } from "../context.ts";
import { requireAccount } from "../permission.ts";
import { countEvents } from "./count-events.ts";

/** Counts a createTask that named the application and was refused after its key was accepted (CONTRACT, section 7). */
export async function countRefusal({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; code: ErrorCode };
}): Promise<void> {
  const { batch } = requireAccount(ctx);
  await batch(countEvents, { softId: input.softId, metric: "error", label: input.code });
}
