import type { Check } from "./check.ts";
import { Missing, type Service } from "./service.ts";

export interface Result {
  check: Check;
  outcome: "passed" | "failed" | "skipped";
  /** Why it failed, or what it needs. */
  why?: string;
  seconds: number;
}

/** Makes one check, and cancels what it left open. */
export async function runCheck(check: Check, service: Service): Promise<Result> {
  const from = performance.now();
  const { outcome, why } = await outcomeOf(check, service);
  await service.tidy();
  return { check, outcome, ...(why !== undefined && { why }), seconds: (performance.now() - from) / 1_000 };
}

async function outcomeOf(check: Check, service: Service): Promise<Pick<Result, "outcome" | "why">> {
  if (check.origin === "gatepost" && !service.gatepost)
    return { outcome: "skipped", why: "a rule of Gatepost's own, and the service does not say that it is Gatepost" };
  try {
    await check.run(service);
    return { outcome: "passed" };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return error instanceof Missing ? { outcome: "skipped", why: `needs ${why}` } : { outcome: "failed", why };
  }
}
