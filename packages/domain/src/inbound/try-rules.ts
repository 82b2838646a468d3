import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Args } from "../context.ts";
import { requireManager } from "../permission.ts";
import { findValue } from "./find-value.ts";
import { readRules } from "./rules.ts";

/** What each rule of the account finds in a sample message; null: it does not apply. Nothing is stored or answered. */
export async function tryRules({
  ctx,
  input: { accountId, sender, text },
}: Args<{ accountId: number; sender: string; text: string }>): Promise<{ ruleId: number; value: string | null }[]> {
  requireManager(ctx, accountId);
  const rules = await readRules(ctx, accountId);
  const found: { ruleId: number; value: string | null }[] = [];
  for (const rule of rules) {
    // Each takes up to a few milliseconds, and other calls go on between two.
    await yieldToOthers();
    found.push({ ruleId: rule.ruleId, value: findValue(rule, { sender, text }) ?? null });
  }
  return found;
}
