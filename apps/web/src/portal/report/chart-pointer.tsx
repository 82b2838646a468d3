"use client";

import { type PointerEvent, useState } from "react";
import { place, rowsBetween } from "./chart-axis.ts";
import type { ChartData } from "./chart-rows.ts";
import { ChartTip } from "./chart-tip.tsx";

interface Props extends ChartData {
  show: (value: number) => string;
  notes: ReadonlyMap<string, string[]>;
  choose: (key: string) => void;
  zoom?: ((from: string, to: string) => void) | undefined;
}

/**
 * Pointer input over the plot: hovering shows a row, a click selects it, and dragging selects a range. The table and
 * the range picker offer the same by keyboard.
 */
export function ChartPointer({ rows, series, show, notes, choose, zoom }: Props) {
  const [over, setOver] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(null);
  const rowAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const row = Math.floor(((clientX - left) / width) * rows.length);
    return Math.min(rows.length - 1, Math.max(0, row));
  };
  function leave() {
    setOver(null);
    setStart(null);
  }
  function drop(event: PointerEvent) {
    if (start === null) return;
    const [first, last] = rowsBetween(start, rowAt(event));
    const [from, to] = [rows[first]?.key, rows[last]?.key];
    setStart(null);
    if (!from || !to) return;
    if (first === last) choose(from);
    else zoom?.(from, to);
  }
  const row = over === null ? undefined : rows[over];
  const generated = start !== null && over !== null && zoom ? rowsBetween(start, over) : null;
  const [first, last] = generated ?? [over ?? 0, over ?? 0];
  return (
    <>
      <div
        role="presentation"
        className={`absolute touch-pan-y ${zoom ? "cursor-crosshair" : "cursor-pointer"}`}
        style={{ left: place.left, right: place.right, top: place.top, bottom: place.bottom }}
        onPointerMove={(event) => setOver(rowAt(event))}
        onPointerDown={(event) => {
          if (event.button !== 0 || rows.length === 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setOver(rowAt(event));
          setStart(rowAt(event));
        }}
        onPointerUp={drop}
        onPointerLeave={leave}
        onPointerCancel={leave}
      >
        {row && (
          <div
            className={`absolute inset-y-0 ${generated && first !== last ? "border-accent border-x bg-accent/15" : "bg-raised"}`}
            style={{ left: `${(first / rows.length) * 100}%`, width: `${((last - first + 1) / rows.length) * 100}%` }}
          />
        )}
      </div>
      {row && (
        <ChartTip
          row={row}
          until={generated && first !== last ? `${rows[first]?.name} – ${rows[last]?.name}` : null}
          series={series}
          show={show}
          notes={notes.get(row.key)}
          part={((over ?? 0) + 0.5) / rows.length}
        />
      )}
    </>
  );
}
