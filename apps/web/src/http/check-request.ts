import { valueAt } from "@gatepost/contract/json-value";
import type { Method } from "@gatepost/contract/method";
import { expectation, listProblems } from "@gatepost/contract/problems";
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
  const found: Property[] = [];
  findUnstorable(input, false, found);
  if (found.length === 0) return;
  const sentences = found.map(
    ({ path, isValue }) =>
      `The property ${propertyPath(path)} must be text without ${isValue ? "" : "U+0000 and without "}lone surrogates (half of a surrogate pair).`,
  );
  throw new DomainError("ERROR_BAD_REQUEST", listProblems(sentences));
}

interface Property {
  path: (string | number)[];
  /** Inside the value of a variable. */
  isValue: boolean;
}

const valueProperties = new Set(["value", "variables"]);

/** Adds the texts that cannot be stored to `found`. Their paths are made once they are found: a body has tens of thousands of values. */
function findUnstorable(value: unknown, isValue: boolean, found: Property[]): void {
  if (typeof value === "string") {
    if (!isStorable(value, isValue)) found.push({ path: [], isValue });
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const before = found.length;
    findInMember(value as Record<string | number, unknown>, name, isValue, found);
    for (let at = before; at < found.length; at++) found[at]?.path.unshift(name);
  }
}

function findInMember(
  all: Record<string | number, unknown>,
  name: string | number,
  isInValue: boolean,
  found: Property[],
): void {
  const member = all[name];
  if (typeof name === "number") {
    findUnstorable(member, isInValue, found);
    return;
  }
  if (name === "template" && typeof member === "object" && !isInValue) return;
  const isValue = isInValue || valueProperties.has(name);
  if (isStorable(name, isValue)) findUnstorable(member, isValue, found);
  else found.push({ path: [], isValue });
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
