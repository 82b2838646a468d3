/**
 * The rows to show of a list that changes by itself. While it is held, because somebody points at it, each row shown so far
 * keeps its place and changes there; `added` is how many rows wait until it is let go.
 */
export function steadyRows<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  { isHeld, idOf }: { isHeld: boolean; idOf: (row: Row) => string | number },
): { rows: readonly Row[]; added: number } {
  if (!isHeld) return { rows: latest, added: 0 };
  const byId = new Map(latest.map((row) => [idOf(row), row]));
  const known = new Set(shown.map(idOf));
  return {
    rows: shown.map((row) => byId.get(idOf(row)) ?? row),
    added: latest.filter((row) => !known.has(idOf(row))).length,
  };
}
