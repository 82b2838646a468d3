import type { Context } from "@gatepost/domain/context";
import type { DomainError } from "@gatepost/domain/errors";
import { countRefusal } from "@gatepost/domain/stats/count-refusal";
import { logFault } from "./fault.ts";

/**
 * Counts a refused createTask for the application that it names (docs/contract.md, section 7). If counting fails, the
 * response stays the same.
 */
export async function countRefusedTask(ctx: Context, named: unknown, { code }: DomainError): Promise<void> {
  const softId = typeof named === "string" && /^[0-9]{1,16}$/.test(named) ? Number(named) : named;
  if (typeof softId !== "number" || !Number.isSafeInteger(softId) || softId < 1) return;
  // The database is unavailable or a queue is full, so nothing can be counted, and nothing was done.
  if (code === "ERROR_SERVICE_UNAVAILABLE") return;
  await countRefusal({ ctx, input: { softId, code } }).catch((error: unknown) => {
    logFault("refusal not counted", error, { code });
  });
}
