"use client";

import { useEffect, useRef, useState } from "react";
import { steadyRows } from "./steady-rows.ts";

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
  useEffect(() => {
    shown.current = rows;
  });
  const hold = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
  return { rows, added, hold };
}
