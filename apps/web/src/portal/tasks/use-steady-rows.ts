import { useEffect, useRef, useState } from "react";

/**
 * Rows that stay in their places while the pointer or the focus is among them, or for another reason (`isHeld`). `hold`
 * belongs on the element around them.
 */
export function useSteadyRows<Row>(
  latest: readonly Row[],
  { isHeld = false, idOf }: { isHeld?: boolean; idOf: (row: Row) => string | number },
) {
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const shown = useRef<readonly Row[]>(latest);
  const { rows, added } = steadyRows(shown.current, latest, { isHeld: isHeld || isPointed || hasFocus, idOf });
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    shown.current = rows;
  });
  useEffect(() => {
    // When an element is removed, such as the button that sent an answer, no event says that focus and pointer have left it.
    if (!list.current?.contains(document.activeElement)) setFocus(false);
    if (!list.current?.matches(":hover")) setPointed(false);
  }, [latest]);
  const hold = {
    ref: list,
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
  return { rows, added, hold };
}

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
