import { limits } from "@gatepost/contract/limits";
import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { type PatternCost, patternCost } from "./pattern-cost.ts";

/** A pattern that may be run, or what is wrong with it. */
type Compiled = { re2: RE2JS } | { problem: string };

/** Bounded by instructions, of which each takes some 200 bytes. */
const cache = new LRUCache<string, Compiled>({
  maxSize: 100_000,
  sizeCalculation: (compiled) => ("re2" in compiled ? compiled.re2.programSize() : 10) + 10,
});

function compile(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) return known;
  const compiled = compileNow(pattern);
  cache.set(pattern, compiled);
  return compiled;
}

function compileNow(pattern: string): Compiled {
  const problem = costProblem(patternCost(pattern));
  if (problem) return { problem };
  try {
    const re2 = RE2JS.compile(pattern);
    // The cost is an upper bound; should it ever be wrong, this limit applies.
    const instructions = re2.programSize();
    return instructions > limits.patternInstructions ? { problem: tooLarge(instructions) } : { re2 };
  } catch (error) {
    if (error instanceof RE2JSException)
      return { problem: `cannot be read: ${error.message.replace(/^error parsing regexp: /, "")}` };
    throw error;
  }
}

function costProblem({ instructions, tables }: PatternCost): string | undefined {
  if (instructions > limits.patternInstructions) return tooLarge(instructions);
  if (tables > limits.patternTables)
    return `names too many characters: it may have ${limits.patternTables} classes such as \\p{L}, and each thousand characters in a range under (?i) counts as one`;
  return undefined;
}

function tooLarge(instructions: number): string {
  return `is too large: with its repetitions written out it has ${instructions.toLocaleString("en")} instructions, and may have ${limits.patternInstructions.toLocaleString("en")}; lower the numbers in braces`;
}

/** What is wrong with a pattern, in words that follow its name; undefined if it can be used. */
export function patternProblem(pattern: string): string | undefined {
  const compiled = compile(pattern);
  return "problem" in compiled ? compiled.problem : undefined;
}

/** What is wrong with a template's patterns together. Each is read, and none is compiled. */
export function patternsProblem(patterns: Iterable<string>): string | undefined {
  const total = { instructions: 0, tables: 0 };
  for (const pattern of new Set(patterns)) {
    const cost = patternCost(pattern);
    const problem = costProblem(cost);
    if (problem) return `The pattern ${shorten(pattern)} ${problem}.`;
    total.instructions += cost.instructions;
    total.tables += cost.tables;
  }
  const times = limits.patternsOfTemplate;
  if (total.instructions <= times * limits.patternInstructions && total.tables <= times * limits.patternTables)
    return undefined;
  return `The template's patterns are too large together: they may take ${times} times what a single one may. Use fewer, or smaller ones.`;
}

/**
 * Why a value does not match the declared pattern, as a sentence; undefined if it does. The whole value must match.
 * Takes at most `limits.patternWork` steps of some 40 ns, so a few milliseconds: longer values are refused without
 * matching.
 */
export function mismatch(pattern: string, text: string): string | undefined {
  const compiled = compile(pattern);
  if ("problem" in compiled) return `The declared pattern ${shorten(pattern)} ${compiled.problem}.`;
  const longest = Math.floor(limits.patternWork / compiled.re2.programSize());
  if (text.length > longest)
    return `The value has ${text.length.toLocaleString("en")} characters, and may have ${longest.toLocaleString("en")} for the declared pattern ${shorten(pattern)}.`;
  // A matcher rather than the shorter testExact, whose automaton takes up to 8 MB per pattern and up to ten times as
  // long.
  return compiled.re2.matcher(text).matches()
    ? undefined
    : `The value does not match the declared pattern ${shorten(pattern)}.`;
}

/** How much of `limits.patternWork` it takes to match a value. */
export function matchingWork(pattern: string, text: string): number {
  const compiled = compile(pattern);
  return "re2" in compiled ? compiled.re2.programSize() * text.length : 0;
}

/** What is wrong with a pattern that must have one group, in words that follow its name; undefined if it can be used. */
export function groupPatternProblem(pattern: string): string | undefined {
  const compiled = compile(pattern);
  if ("problem" in compiled) return compiled.problem;
  const groups = compiled.re2.groupCount();
  return groups === 1 ? undefined : `must have one group in parentheses, which is the value, and has ${groups}`;
}

/**
 * The one group of a pattern where the text matches first; undefined if it does not, or the group is empty. Looks at the
 * beginning of the text only, as far as `limits.patternWork` allows, so that it takes at most a few milliseconds.
 */
export function findGroup(pattern: string, text: string): string | undefined {
  const compiled = compile(pattern);
  if ("problem" in compiled) return undefined;
  const matcher = compiled.re2.matcher(text.slice(0, Math.floor(limits.patternWork / compiled.re2.programSize())));
  return matcher.find() ? matcher.group(1) || undefined : undefined;
}

function shorten(pattern: string): string {
  return pattern.length > 100 ? `${pattern.slice(0, 99)}…` : pattern;
}
