"use client";

import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
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
 * Pointer input over the plot: hovering shows a row, a click selects it, and dragging selects a range. A finger cannot
 * hover: a tap opens the row's figures, which stay open until the next tap. The table and the range picker offer the
 * same by keyboard.
 */
export function ChartPointer({ rows, series, show, notes, choose, zoom }: Props) {
  const [over, setOver] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(null);
  const [tapped, setTapped] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const close = useEffectEvent((event: Event) => {
    const within = area.current?.parentElement?.contains(event.target as Node);
    if (!within) leave();
  });
  useEffect(() => {
    if (!tapped) return;
    const listen = (event: Event) => close(event);
    addEventListener("pointerdown", listen);
    return () => removeEventListener("pointerdown", listen);
  }, [tapped]);
  const rowAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const row = Math.floor(((clientX - left) / width) * rows.length);
    return Math.min(rows.length - 1, Math.max(0, row));
  };
  function leave() {
    setOver(null);
    setStart(null);
    setTapped(false);
  }
  function drop(event: PointerEvent) {
    if (start === null) return;
    const [first, last] = rowsBetween(start, rowAt(event));
    const [from, to] = [rows[first]?.key, rows[last]?.last ?? rows[last]?.key];
    setStart(null);
    if (!from || !to) return;
    if (first !== last) {
      leave();
      zoom?.(from, to);
    } else if (event.pointerType === "mouse") choose(from);
    else setTapped(true);
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
        ref={area}
        onPointerMove={(event) => (event.pointerType === "mouse" || start !== null) && setOver(rowAt(event))}
        onPointerDown={(event) => {
          if (event.button !== 0 || rows.length === 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setTapped(false);
          setOver(rowAt(event));
          setStart(rowAt(event));
        }}
        onPointerUp={drop}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && leave()}
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
          choose={
            tapped
              ? () => {
                  leave();
                  choose(row.key);
                }
              : undefined
          }
        />
      )}
    </>
  );
}
