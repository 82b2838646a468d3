import { setImmediate as yieldToOthers } from "node:timers/promises";
import { storedFormProblem } from "../template/value-form.ts";
import type { Fit } from "./choose-waits.ts";
import type { FindOpenWaitsRow } from "./find-open-waits.sql.ts";
import { findValue } from "./find-value.ts";
import type { InboundRule } from "./rules.ts";

type Result = string | boolean | undefined;

/** Results of patterns that were run, by what they depend on: each takes up to a few milliseconds. */
export class PatternResults {
  readonly #before: ReadonlyMap<string, Result>;
  readonly #results = new Map<string, Result>();

  /** `before`: the results of the previous scan. Those that this scan does not use are dropped. */
  constructor(before?: PatternResults) {
    this.#before = before ? before.#results : new Map();
  }

  /** The result. Other work of the process goes on before a pattern is run. */
  async get<T extends Result>(key: readonly unknown[], run: () => T): Promise<T> {
    const text = JSON.stringify(key);
    const known = [this.#results, this.#before].find((results) => results.has(text));
    if (!known) await yieldToOthers();
    const result = known ? (known.get(text) as T) : run();
    this.#results.set(text, result);
    return result;
  }
}

interface KeptMessage {
  id: number;
  sender: string;
  text: string;
  /** Seconds since it arrived. */
  age: number;
}

/** The waits that a message may answer, by every rule that applies to it. */
export async function findFits(
  { id, sender, text, age }: KeptMessage,
  rules: readonly InboundRule[],
  waits: readonly FindOpenWaitsRow[],
  results: PatternResults,
): Promise<Fit[]> {
  const fits: Fit[] = [];
  for (const rule of rules) {
    const value = await results.get([id, rule.ruleId], () => findValue(rule, { sender, text }));
    if (value === undefined) continue;
    for (const { taskId, name, template, form, maxAge } of waits) {
      if (rule.taskId !== null && rule.taskId !== taskId) continue;
      if (rule.templateName !== null && rule.templateName !== template) continue;
      if (maxAge !== null && age > maxAge) continue;
      const hasForm = () => form === null || storedFormProblem(form, value, value) === undefined;
      if (await results.get([form, value], hasForm)) fits.push({ taskId, name, value, ruleName: rule.name });
    }
  }
  return fits;
}
