import type { Unit } from "@gatepost/domain/stats/buckets";
import type { View } from "./view.ts";

/** What the queries of a report ask for: the same on the server, which fetches it ahead, and in the browser. */
export function queryInputs(softId: number, { from, to, timezone, compare }: View, unit: Unit) {
  const range = { softId, from, to, timezone, unit };
  return { range, compared: { ...range, baseline: compare ?? "previous" } };
}
