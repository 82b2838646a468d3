import { canonicalNumber } from "./exact-json.ts";

/** JSON with sorted keys and no spaces: equal values give equal text. Numbers are compared by their mathematical value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (JSON.isRawJSON(value)) return canonicalNumber(value.rawJSON);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
