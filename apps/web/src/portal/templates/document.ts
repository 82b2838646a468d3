import { isObject } from "@gatepost/contract/json-value";
import type { StepForm } from "@gatepost/contract/step-forms";
import { nestingNames } from "@gatepost/contract/step-paths";

export type JsonObject = Record<string, unknown>;

/** The keys that lead to a value in a document, with indexes from 0. */
export type Path = readonly (string | number)[];

/** The document with another value there; undefined removes a property. */
export function withValue(document: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(document)) return document.map((one, at) => (at === key ? withValue(one, rest, value) : one));
  const object = isObject(document) ? document : {};
  const inner = withValue(Object.hasOwn(object, key) ? object[key] : undefined, rest, value);
  if (inner !== undefined) return { ...object, [key]: inner };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** Whether a path, as problems name it, is the other one or within it. */
export const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);

/** What a problem's path names. */
export function readPath(text: string): Path {
  const keys = text.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? [];
  return keys.map((key) =>
    /^[1-9]\d*$/.test(key) ? Number(key) - 1 : key.startsWith('"') ? String(JSON.parse(key)) : key,
  );
}

/** undefined while the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const textOf = (document: unknown): string => JSON.stringify(document, null, 2);

/**
 * A document with its properties in the order in which they are read: of a step, the type first and nested steps last. The
 * database does not keep the order in which they were written.
 */
export function ordered(value: unknown, forms: ReadonlyMap<string, StepForm>): unknown {
  if (Array.isArray(value)) return value.map((one) => ordered(one, forms));
  if (!isObject(value)) return value;
  const parameters = forms.get(String(value.type))?.parameters.map(({ name }) => name) ?? ["name", "description"];
  const first = ["type", ...parameters].filter((name) => !isNesting(name));
  const placeOf = (name: string) => {
    if (isNesting(name)) return first.length + 1 + nestingNames.indexOf(name);
    return first.includes(name) ? first.indexOf(name) : first.length;
  };
  const entries = Object.entries(value).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return Object.fromEntries(entries.map(([name, inner]) => [name, isNesting(name) ? ordered(inner, forms) : inner]));
}

const isNesting = (name: string): name is (typeof nestingNames)[number] =>
  nestingNames.some((nesting) => nesting === name);

/** The texts of a document, and which of them it has now. */
interface Editing {
  texts: readonly string[];
  at: number;
  latest: { group: string | null; at: number } | null;
}

/** Edits of one group that follow each other within a second are undone together; null: by itself. */
export type Edit =
  | { type: "edit"; text: string; group: string | null; at: number }
  | { type: "undo" }
  | { type: "redo" };

const togetherMs = 1_000;
/** Texts that are kept to be undone. */
const maxPast = 200;

export const opened = (text: string): Editing => ({ texts: [text], at: 0, latest: null });

export function edit(editing: Editing, action: Edit): Editing {
  const { texts, at, latest } = editing;
  if (action.type !== "edit") {
    const to = action.type === "undo" ? at - 1 : at + 1;
    return texts[to] === undefined ? editing : { texts, at: to, latest: null };
  }
  const { text, ...made } = action;
  if (text === texts[at]) return editing;
  const isSame = made.group !== null && latest?.group === made.group && made.at - latest.at < togetherMs;
  const past = texts.slice(0, isSame ? at : at + 1).slice(-maxPast);
  return { texts: [...past, text], at: past.length, latest: made };
}
