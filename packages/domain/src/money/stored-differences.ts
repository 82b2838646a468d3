import type { Difference, Place } from "./reconciliation-rules.ts";

/** The differences that a scan stores as JSON. */
export function storedDifferences(json: unknown): Difference[] {
  return Array.isArray(json) ? json.filter(isDifference) : [];
}

function isDifference(one: unknown): one is Difference {
  if (typeof one !== "object" || one === null) return false;
  const { what, where, found, expected } = one as Partial<Record<keyof Difference, unknown>>;
  return [what, found, expected].every((text) => typeof text === "string") && isPlace(where);
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "number");
}
