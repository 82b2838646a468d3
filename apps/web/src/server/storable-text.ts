import { DomainError } from "@gatepost/domain/errors";

/**
 * PostgreSQL's text cannot hold U+0000. Variable values may (they are stored encrypted); in any other string it is
 * refused here, since the database would fail on it. `text` is the body as it came: without the escape there is nothing
 * to look for, because JSON allows the character in no other form.
 */
export function checkStorable(input: unknown, text: string): void {
  if (!/\\u0000/.test(text)) return;
  const at = pathOfNul(input, []);
  if (at) throw new DomainError("ERROR_BAD_REQUEST", `The property ${at.join(".")} must not contain U+0000.`);
}

const freeForm = new Set(["value", "variables"]);

function pathOfNul(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === "string") return value.includes("\0") ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = freeForm.has(name) ? undefined : pathOfNul(member, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
