import { joinedPieces, namesIn, type Parameter, type TypedParameter } from "@gatepost/contract/parameter";
import { typed } from "@gatepost/domain/platform/exact-json";
import { Failure } from "../browser/failure.ts";
import { maxTextCharacters } from "./results.ts";

/** What parameters are filled from. */
export interface Sources {
  values: ReadonlyMap<string, unknown>;
  /** What READ_TEXT has read so far. */
  texts: ReadonlyMap<string, string>;
  /** The names that stand for texts in a joined text, read or not. */
  reads: ReadonlySet<string>;
}

/** A parameter as a page gets it. Throws where a variable has no value, which createTask and the waits rule out. */
export function textOf(parameter: Parameter, sources: Sources): string {
  if ("permanent" in parameter) return typed(parameter.permanent);
  if ("variable" in parameter) return variableText(parameter.variable, sources.values);
  const pieces = joinedPieces(parameter.text).map((piece) =>
    "literal" in piece ? piece.literal : named(piece.name, sources),
  );
  // Each name can be in it thousands of times.
  if (pieces.reduce((sum, { length }) => sum + length, 0) > maxTextCharacters)
    throw new Failure(`the joined text ${nameOf(parameter)} is longer than ${maxTextCharacters} characters`);
  return pieces.join("");
}

/** What a name in a joined text stands for. */
export function named(name: string, { values, texts, reads }: Sources): string {
  if (!reads.has(name)) return variableText(name, values);
  const text = texts.get(name);
  if (text === undefined) throw new Failure(`no step has read the text ${name} yet`);
  return text;
}

function variableText(name: string, values: ReadonlyMap<string, unknown>): string {
  if (!values.has(name)) throw new Error(`The variable ${name} has no value yet.`);
  return typed(values.get(name));
}

/** Characters of a parameter that an error quotes. */
const maxQuoted = 200;

/** A parameter in an error: a value from the template is quoted, a variable or a secret is only named. */
export function nameOf(parameter: TypedParameter): string {
  if ("variable" in parameter) return `what the variable ${parameter.variable} holds`;
  if ("secret" in parameter) return `the secret ${JSON.stringify(parameter.secret)}`;
  if ("totp" in parameter) {
    const { totp } = parameter;
    return `the one-time code of ${"secret" in totp ? nameOf(totp) : `the variable ${totp.variable}`}`;
  }
  return JSON.stringify(typed("text" in parameter ? parameter.text : parameter.permanent).slice(0, maxQuoted));
}

/** The beginning of a joined text with what READ_TEXT has read in its place. The names of variables stay. */
export function withTexts(parameter: TypedParameter, { texts, reads }: Sources, redacted: (text: string) => string) {
  if (!("text" in parameter)) return parameter;
  const read = (name: string) => (reads.has(name) ? texts.get(name) : undefined);
  if (namesIn(parameter.text).every((name) => read(name) === undefined)) return parameter;
  let shown = "";
  for (const piece of joinedPieces(parameter.text)) {
    if (shown.length > maxQuoted) break;
    if ("literal" in piece) shown += piece.literal;
    else {
      const text = read(piece.name);
      shown += text === undefined ? `{{${piece.name}}}` : redacted(text);
    }
  }
  return { text: shown };
}

/** Whether a value that it holds came into being while the task ran: it was pushed, or is a one-time code. */
export function isLate(parameter: TypedParameter, late: readonly string[], reads: ReadonlySet<string> = new Set()) {
  if ("totp" in parameter) return true;
  if ("variable" in parameter) return late.includes(parameter.variable);
  return "text" in parameter && namesIn(parameter.text).some((name) => late.includes(name) && !reads.has(name));
}

/** Whether any variable fills it. */
export function hasVariables(parameter: Parameter, reads: ReadonlySet<string>): boolean {
  if ("variable" in parameter) return true;
  return "text" in parameter && namesIn(parameter.text).some((name) => !reads.has(name));
}
