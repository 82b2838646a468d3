import { DomainError } from "@gatepost/domain/errors";

/** The only forms in which JSON in UTF-8 can bring U+0000 or half a surrogate pair. */
const suspect = /\\u(?:0000|d[89a-f])/i;

/**
 * PostgreSQL holds neither U+0000 nor half a character (a lone surrogate). Variable values may have them, since they
 * are stored encrypted; in any other string they are refused here, because the database would fail on them. `text` is
 * the body as it came: where it has no suspect escape, there is nothing to look for.
 */
export function checkStorable(input: unknown, text: string): void {
  if (suspect.test(text)) refuseUnstorable(input);
}

/** The same for an input whose text is not at hand. */
export function refuseUnstorable(input: unknown): void {
  const at = unstorable(input, []);
  if (at)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `The property ${at.join(".")} must be text without U+0000 and without half surrogate pairs.`,
    );
}

const freeForm = new Set(["value", "variables"]);

function unstorable(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = freeForm.has(name) ? undefined : unstorable(member, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
