import { limits } from "@gatepost/contract/limits";
import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";

/** A pattern that may be run, or what is wrong with it. */
type Compiled = { re2: RE2JS } | { problem: string };

/** Bounded by instructions, of which each takes some 200 bytes. */
const cache = new LRUCache<string, Compiled>({
  maxSize: 100_000,
  sizeCalculation: (compiled) => ("re2" in compiled ? compiled.re2.programSize() : 10) + 10,
});

function compile(pattern: string): Compiled {
  const cached = cache.get(pattern);
  if (cached) return cached;
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

function costProblem({ instructions, tables }: ReturnType<typeof patternCost>): string | undefined {
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

/**
 * The cost of compiling and running a pattern, as upper bounds. `instructions`: of the compiled program, which is the pattern with its
 * repetitions expanded. `tables`: of characters to build, one for each \p class, and one for each thousand that (?i) folds.
 * Reads RE2 syntax. The compiler itself cannot be used, because compiling is what costs: `(?:…){1000}` takes it a
 * quarter of a second, and `(?i)[b-\x{1e942}]` folds 125,000 characters each time. The cost of a pattern that RE2
 * refuses does not matter.
 */
export function patternCost(pattern: string) {
  const folds = /\(\?[a-zA-Z-]*i/.test(pattern);
  let tables = 0;
  // RE2 adds one instruction at the beginning, one at the end, and one for an empty pattern.
  let group: Group = { sum: 3, last: 0 };
  const outer: Group[] = [];

  for (const [token] of pattern.matchAll(tokens)) {
    const repetition = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
    if (repetition) {
      const repeated = repeatedSize(group.last, repetition);
      group = { sum: group.sum - group.last + repeated, last: repeated };
    } else if (opens.test(token)) {
      outer.push(group);
      group = { sum: /^\((?!\?)|</.test(token) ? 2 : 0, last: 0 };
    } else if (token === ")" && outer.length > 0) {
      // An empty alternative is an instruction too.
      const size = group.sum + 1;
      group = outer.pop() as Group;
      group = { sum: group.sum + size, last: size };
    } else {
      tables += tablesOf(token, folds);
      const size = token.startsWith("\\Q") ? token.length : /^[*|]$/.test(token) ? 2 : 1;
      group = { sum: group.sum + size, last: size };
    }
  }
  const instructions = [group, ...outer].reduce((all, { sum }) => all + sum, 0);
  return { instructions, tables: Math.floor(tables) };
}

/** The instructions of a group so far. */
interface Group {
  sum: number;
  /** Of its last item, to which a repetition applies. */
  last: number;
}

/** Consecutive copies. Each copy above the minimum is optional, which is one more instruction. */
function repeatedSize(item: number, [, lower, comma, upper]: RegExpExecArray): number {
  const min = Number(lower);
  if (!comma) return Math.max(1, min) * item + 1;
  if (!upper) return Math.max(1, min) * item + 2;
  return Math.max(1, Number(upper) * (item + 1) - min + 1);
}

/** Quoted text, escapes, classes, flags, groups, repetitions; any other character stands for itself. */
const tokens =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(\?[a-zA-Z-]+\)|\(\?P?<\w+>|\(\?[a-zA-Z-]*:|\{\d+(?:,\d*)?\}|./gsu;

/** A group, rather than flags for what follows, such as (?i). */
const opens = /^\((?!\?[a-zA-Z-]+\)$)/;

function tablesOf(token: string, folds: boolean): number {
  const classes = token.match(/\\[pP]/g)?.length ?? 0;
  if (!folds || !token.startsWith("[")) return classes;
  let folded = 0;
  for (const [, first = "", last = ""] of token.matchAll(ranges)) folded += foldedBetween(codeOf(first), codeOf(last));
  return classes + folded / 1_000;
}

const ranges = /(\\x\{[^}]*\}|\\?.)-(\\x\{[^}]*\}|\\?.)/gsu;

/** Letters that have another case lie between these; a range around all of them folds to itself. */
const foldable = { first: 0x41, last: 0x1e943 };

function foldedBetween(first: number, last: number): number {
  if (first <= foldable.first && last >= foldable.last) return 0;
  return Math.max(0, Math.min(last, foldable.last) - Math.max(first, foldable.first));
}

/** The character of a range's end. Of short escapes none is above 0o777, and where a range begins zero is the widest. */
function codeOf(end: string): number {
  const code = /^\\x\{([0-9a-fA-F]+)\}$/.exec(end)?.[1];
  if (code) return Number.parseInt(code, 16);
  return end.length > 1 && end.startsWith("\\") ? 0 : (end.codePointAt(0) ?? 0);
}

/** Classes that have a name: of one character, and of several. */
const classes: Readonly<Record<string, readonly [one: string, several: string]>> = {
  "\\d": ["digit", "digits"],
  "[0-9]": ["digit", "digits"],
  "[A-Z]": ["capital letter", "capital letters"],
  "[a-z]": ["small letter", "small letters"],
  "[A-Za-z]": ["letter", "letters"],
  "[a-zA-Z]": ["letter", "letters"],
  "[A-Z0-9]": ["capital letter or digit", "capital letters or digits"],
  "[0-9A-Z]": ["capital letter or digit", "capital letters or digits"],
  "[A-Za-z0-9]": ["letter or digit", "letters or digits"],
  "[a-zA-Z0-9]": ["letter or digit", "letters or digits"],
};

/** What a simple pattern matches, such as "6 digits", for people; undefined for any other pattern. */
export function patternWords(pattern: string): string | undefined {
  const [, set = "", exact, least, most, more] =
    /^\^?(\\d|\[[^\]]+\])(?:\{(\d+)\}|\{(\d+),(\d*)\}|(\+))?\$?$/.exec(pattern) ?? [];
  const names = Object.hasOwn(classes, set) ? classes[set] : undefined;
  if (!names) return undefined;
  const [one, several] = names;
  if (more) return `one or more ${several}`;
  if (least === undefined) return exact === undefined || exact === "1" ? `1 ${one}` : `${exact} ${several}`;
  return most ? `${least} to ${most} ${several}` : `at least ${least} ${least === "1" ? one : several}`;
}
