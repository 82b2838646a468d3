/** A .sql file as PostgreSQL accepts it, and its declarations for the generator. */
export type ReadStatement = ReturnType<typeof readStatement>;

type Params = { name: string; nullable: boolean }[];

interface DeclaredColumn {
  nullable: boolean;
  /** The values that a text can have; undefined: any. */
  values: string[] | undefined;
}

const tokens =
  /(?<comment>^[ \t]*--[^\n]*\n|--[^\n]*|^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n|\/\*[\s\S]*?\*\/)|'(?:[^']|'')*'|"(?<identifier>(?:[^"]|"")*)"|::|:(?<param>[a-z]\w*)(?<nullable>\?)?/gim;
const declaration = /^(?<name>\w+)(?<mark>[!?])(?::\s*(?<values>[\s\S]+))?$/;
const outerJoin = /\b(?:left|right|full)\s+(?:outer\s+)?join\b|\b(?:rollup|cube|grouping\s+sets)\b/i;
const recordset = /\bjsonb?_to_recordset\s*\(\s*\$(\d+)(?:::jsonb?)?\s*\)\s+as\s+\w+\s*\(/gi;

/**
 * Reads the notation of a .sql file:
 *
 * - `:name` is a parameter, `:name?` one that may be null;
 * - `as "name!"` is a column that is never null, `as "name?"` one that can be;
 * - `as "name!: one | two"` is a text with one of these values.
 */
export function readStatement(source: string) {
  const params: Params = [];
  const declared = new Map<string, DeclaredColumn>();
  const offsets = [{ text: 0, source: 0 }];
  let text = "";
  let read = 0;
  for (const token of source.matchAll(tokens)) {
    text += source.slice(read, token.index);
    read = token.index + token[0].length;
    text += rewrite(token, params, declared);
    offsets.push({ text: text.length, source: read });
  }
  text += source.slice(read);
  return {
    /** Without comments; parameters are $1, $2, … */
    text: text.trimEnd(),
    /** In the order of $1, $2, … */
    params,
    /** The statement's declarations about columns of its result, by their names. */
    declared,
    /** The column lists of json_to_recordset, by the name of the parameter that holds the rows. */
    recordsets: recordsetsOf(text, params),
    /** Whether a row can lack its part of a table, so that a column that is NOT NULL in the table can be null. */
    hasOuterJoin: outerJoin.test(text.replaceAll(/'(?:[^']|'')*'/g, "''")),
    /** The line of the file, from 1, of a character of `text`, from 0. */
    lineAt(position: number): number {
      const offset = offsets.findLast((one) => one.text <= position) ?? { text: 0, source: 0 };
      return source.slice(0, offset.source + position - offset.text).split("\n").length;
    },
  };
}

function rewrite(
  { 0: token, groups = {} }: RegExpMatchArray,
  params: Params,
  declared: Map<string, DeclaredColumn>,
): string {
  const { comment, identifier, param, nullable } = groups;
  if (comment !== undefined) return "";
  if (param !== undefined) return `$${numberOf(params, param, nullable !== undefined)}`;
  const found = identifier === undefined ? undefined : declaration.exec(identifier)?.groups;
  if (!found?.name) return token;
  const values = found.values?.split("|").map((value) => value.trim());
  declared.set(found.name, { nullable: found.mark === "?", values });
  return `"${found.name}"`;
}

/** From 1. A parameter that may be null in one place may be null in all. */
function numberOf(params: Params, name: string, nullable: boolean): number {
  const index = params.findIndex((one) => one.name === name);
  const known = params[index];
  if (!known) return params.push({ name, nullable });
  known.nullable ||= nullable;
  return index + 1;
}

function recordsetsOf(text: string, params: Params): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of text.matchAll(recordset)) {
    const name = params[Number(match[1]) - 1]?.name;
    if (name) found.set(name, untilClosed(text, match.index + match[0].length));
  }
  return found;
}

/** The text from there to the closing parenthesis. */
function untilClosed(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}
