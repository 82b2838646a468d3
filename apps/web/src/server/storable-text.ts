import { DomainError } from "@gatepost/domain/errors";
import { propertyPath } from "./property-path.ts";

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

/** The same for an input whose text is not available. */
export function refuseUnstorable(input: unknown): void {
  const found = unstorable(input, { path: [], isValue: false });
  if (found)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `The property ${propertyPath(found.path)} must be text without ${found.isValue ? "" : "U+0000 and without "}lone surrogates (half of a surrogate pair).`,
    );
}

interface Place {
  path: (string | number)[];
  /** Inside the value of a variable. */
  isValue: boolean;
}

const valueProperties = new Set(["value", "variables"]);

function unstorable(value: unknown, place: Place): Place | undefined {
  if (typeof value === "string") return isStorable(value, place) ? undefined : place;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (name === "template" && typeof member === "object" && !place.isValue) continue;
    const inside = {
      path: [...place.path, Array.isArray(value) ? Number(name) : name],
      isValue: place.isValue || valueProperties.has(name),
    };
    const found = isStorable(name, inside) ? unstorable(member, inside) : inside;
    if (found) return found;
  }
  return undefined;
}

function isStorable(text: string, { isValue }: Place): boolean {
  return text.isWellFormed() && (isValue || !text.includes("\0"));
}
