import { Missing, type Service } from "./service.ts";

/** Who else has the rule: the specification has it for all, the protocol's other services keep it too, or Gatepost decided it. */
export type Origin = "specification" | "family" | "gatepost";

/** A rule of the protocol, and how to see whether a service keeps it. */
export interface Check {
  /** The rule as a sentence about the service. */
  name: string;
  origin: Origin;
  /** The section that has the rule: of the specification, otherwise of docs/contract.md. */
  section: string;
  /** The rule in the words of that section. */
  quote: string;
  /** Resolves if the service keeps the rule. Rejects with what is wrong, or with Missing if that cannot be seen. */
  run(service: Service): Promise<void>;
}

/** The checks of a file in their order: `test` adds one, of the rule that was quoted last, which is in the section named last. */
export function checkList() {
  const checks: Check[] = [];
  let rule: Pick<Check, "origin" | "section" | "quote"> = { origin: "gatepost", section: "", quote: "" };
  return {
    checks,
    section(origin: Origin, section: string) {
      rule = { origin, section, quote: "" };
    },
    rule(quote: string) {
      rule = { ...rule, quote };
    },
    test: (name: string, run: Check["run"]) => void checks.push({ name, ...rule, run }),
  };
}

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
