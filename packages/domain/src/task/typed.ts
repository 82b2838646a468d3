/**
 * A value as it is typed into a page: a string as it is, null as nothing, anything else as compact JSON. Numbers are as
 * they were sent, if they were read by parseExactJson (docs/contract.md, section 3).
 */
export function typed(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
