/** The cost of compiling and running a pattern: upper bounds computed from its text. */
export interface PatternCost {
  /** Instructions of the compiled program: the pattern with its repetitions expanded. */
  instructions: number;
  /** Tables of characters to build: one for each \p class, and one for each thousand characters that (?i) folds. */
  tables: number;
}

/**
 * Reads RE2 syntax. The compiler itself cannot be used, because compiling is what costs: `(?:…){1000}` takes it a
 * quarter of a second, and `(?i)[b-\x{1e942}]` folds 125,000 characters each time. The cost of a pattern that RE2
 * refuses does not matter.
 */
export function patternCost(pattern: string): PatternCost {
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
