/**
 * A value as a page gets it: a string as it is, null as nothing, anything else as compact JSON. Numbers are as
 * they were sent, where they were read by parseExactJson (CONTRACT, section 3).
 */
export function typed(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
