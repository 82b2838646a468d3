import { valueAt } from "@gatepost/contract/json-value";
import type { Method } from "@gatepost/contract/method";
import { expectation, listProblems, mostListed } from "@gatepost/contract/problems";
import { DomainError } from "@gatepost/domain/platform/errors";
import type { z } from "zod";

/**
 * The body as the method's schema reads it. Throws the method's own refusal for the first fault, with a sentence for each (for ten,
 * if there are more) that names its path and what is expected there.
 */
export function parseRequest<M extends Pick<Method, "request" | "refusal">>(
  method: M,
  body: Record<string, unknown>,
): z.output<M["request"]> {
  const parsed = method.request.safeParse(body, { error: expectation });
  if (parsed.success) return parsed.data as z.output<M["request"]>;
  const { issues } = parsed.error;
  const [first] = issues as [z.core.$ZodIssue];
  // A property may fail in several ways, of which the first one says what it must be.
  const sentences = new Map<string, string>();
  for (const issue of issues) {
    const property = propertyPath(issue.path);
    const missing = valueAt(body, issue.path) === undefined ? "is missing; it " : "";
    if (!sentences.has(property))
      sentences.set(property, `The property ${property} ${missing}must be ${issue.message}.`);
  }
  throw new DomainError(method.refusal?.(first.path) ?? "ERROR_BAD_REQUEST", listProblems([...sentences.values()]));
}

/** The only ways in which JSON in UTF-8 can contain U+0000 or half a surrogate pair. */
const suspect = /\\u(?:0000|d[89a-f])/i;

/**
 * Refuses lone surrogates, which no page and no database can keep unchanged, and U+0000, which PostgreSQL cannot. The
 * value of a variable may contain U+0000, because it is stored encrypted. `text` is the body as it was sent: if it has
 * no such escape, nothing needs to be checked.
 */
export function checkStorable(input: unknown, text: string): void {
  if (suspect.test(text)) refuseUnstorable(input);
}

/** Refuses lone surrogates and U+0000 in an input whose text is not available. */
export function refuseUnstorable(input: unknown): void {
  const found: Found = { sentences: [], all: 0 };
  findUnstorable(input, { path: [], isValue: false }, found);
  if (found.all > 0) throw new DomainError("ERROR_BAD_REQUEST", listProblems(found.sentences, found.all));
}

/** The texts that cannot be stored: sentences about the first ones, and how many there are in all. */
interface Found {
  sentences: string[];
  all: number;
}

interface Place {
  /** Of the value that is looked at. One list for the whole body, which has tens of thousands of values. */
  path: (string | number)[];
  /** Inside the value of a variable. */
  isValue: boolean;
}

const valueProperties = new Set(["value", "variables"]);

function findUnstorable(value: unknown, place: Place, found: Found): void {
  if (typeof value === "string") {
    if (!isStorable(value, place.isValue)) note(place, found);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    place.path.push(name);
    findInMember((value as Record<string | number, unknown>)[name], name, place, found);
    place.path.pop();
  }
}

function findInMember(member: unknown, name: string | number, place: Place, found: Found): void {
  if (typeof name === "number") {
    findUnstorable(member, place, found);
    return;
  }
  if (name === "template" && typeof member === "object" && !place.isValue) return;
  const inside = place.isValue ? place : { path: place.path, isValue: valueProperties.has(name) };
  if (isStorable(name, inside.isValue)) findUnstorable(member, inside, found);
  else note(inside, found);
}

function note({ path, isValue }: Place, found: Found): void {
  found.all += 1;
  if (found.sentences.length === mostListed) return;
  found.sentences.push(
    `The property ${propertyPath(path)} must be text without ${isValue ? "" : "U+0000 and without "}lone surrogates (half of a surrogate pair).`,
  );
}

function isStorable(text: string, isValue: boolean): boolean {
  return text.isWellFormed() && (isValue || !text.includes("\0"));
}

/** A property of a body, in the notation of programs: task.domainsOfInterest[1], task.variables["a b"]. */
function propertyPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = String(key);
    if (!/^[A-Za-z_$][\w$]{0,127}$/.test(name)) return `${text}[${JSON.stringify(name.slice(0, 128))}]`;
    return text ? `${text}.${name}` : name;
  }, "");
}
