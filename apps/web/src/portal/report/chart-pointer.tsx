import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { plot } from "../../report/chart-axis.ts";
import type { ChartData, ChartRow, ChartSeries } from "../../report/chart-rows.ts";

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
    const end = rowAt(event);
    const [first, last] = [Math.min(start, end), Math.max(start, end)];
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
  // The rows that are dragged over, or the one under the pointer.
  const other = zoom ? (start ?? over) : over;
  const [first, last] = [Math.min(over ?? 0, other ?? 0), Math.max(over ?? 0, other ?? 0)];
  return (
    <>
      <div
        role="presentation"
        className={`absolute touch-pan-y ${zoom ? "cursor-crosshair" : "cursor-pointer"}`}
        style={{ left: plot.left, right: plot.right, top: plot.top, bottom: plot.bottom }}
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
        // After a tap, browsers also click what is there by then: the button of the figures that it has opened.
        onTouchEnd={(event) => event.cancelable && event.preventDefault()}
      >
        {row && (
          <div
            className={`absolute inset-y-0 ${first !== last ? "border-accent border-x bg-accent/15" : "bg-raised"}`}
            style={{ left: `${(first / rows.length) * 100}%`, width: `${((last - first + 1) / rows.length) * 100}%` }}
          />
        )}
      </div>
      {row && (
        <ChartTip
          row={row}
          until={first !== last ? `${rows[first]?.name} – ${rows[last]?.name}` : null}
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

/** Fixed, so that the text is broken in the same way over every bar, and the tooltip can be kept within the chart. */
const width = "min(20rem, 100%)";

interface ChartTipProps {
  row: ChartRow;
  until: string | null;
  series: readonly ChartSeries[];
  show: (value: number) => string;
  notes: string[] | undefined;
  /** The row's position in the plot, from 0 to 1: the tooltip is on its other side. */
  part: number;
  /** Set when the tooltip stays open after a tap: what its button does. */
  choose?: (() => void) | undefined;
}

/** The numbers of the row under the pointer; while a range is dragged, its days. */
function ChartTip({ row, until, series, show, notes, part, choose }: ChartTipProps) {
  const { shown, rest, total } = tipLines(series, row.values);
  const bar = `${plot.left}px + (100% - ${plot.left + plot.right}px) * ${part}`;
  const left = part > 0.5 ? `${bar} - ${width} - 0.75rem` : `${bar} + 0.75rem`;
  return (
    <div
      className={`absolute top-1 z-10 rounded-field border border-line bg-panel px-3 py-2 text-13 shadow-sm ${choose ? "" : "pointer-events-none"}`}
      style={{ width, left: `clamp(0px, ${left}, 100% - ${width})` }}
      data-tooltip
    >
      {until ? (
        <p>
          Show <span className="font-semibold">{until}</span>
        </p>
      ) : (
        <>
          <p className="font-semibold">
            {row.name}
            {row.partial && <span className="font-normal text-muted"> · not complete yet</span>}
          </p>
          <dl className="mt-1 tabular-nums">
            {shown.map(({ name, colour, value }) => (
              <Line key={name} value={show(value)}>
                <span className="size-2.5 shrink-0 forced-color-adjust-none" style={{ background: colour }} />
                <span className="truncate">{name}</span>
              </Line>
            ))}
            {rest.count > 0 && (
              <Line value={show(rest.sum)}>
                <span className="size-2.5 shrink-0" />
                {rest.count} more
              </Line>
            )}
            {series.length > 1 && (
              <Line value={show(total)} className="border-line border-t">
                Total
              </Line>
            )}
            {row.before !== undefined && (
              <Line value={show(row.before)} className="text-muted">
                <span aria-hidden="true">┄</span> {row.beforeName}
              </Line>
            )}
          </dl>
        </>
      )}
      {notes?.map((text) => (
        <p key={text} className="mt-1 line-clamp-2 text-waits">
          ⚑ <bdi>{text}</bdi>
        </p>
      ))}
      {choose && (
        <button type="button" onClick={choose} className="mt-1 h-8 text-accent underline underline-offset-4">
          What was counted
        </button>
      )}
    </div>
  );
}

function Line({ value, className = "", children }: { value: string; className?: string; children: React.ReactNode }) {
  return (
    <div className={`flex items-center justify-between gap-4 ${className}`}>
      <dt className="flex min-w-0 items-center gap-1.5">{children}</dt>
      <dd className="whitespace-nowrap">{value}</dd>
    </div>
  );
}

/** As many lines as fit beside a chart that is 320 px high. */
const maxLines = 8;

/** The series of a tooltip: those that have a value, the first one and then the largest; the rest as a sum. */
export function tipLines(series: readonly ChartSeries[], values: readonly number[]) {
  const [main, ...others] = series.map((one, index) => ({ ...one, value: values[index] ?? 0 }));
  const counted = others.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const lines = main && (main.value > 0 || series.length === 1) ? [main, ...counted] : counted;
  // A line that says "1 more" takes as much space as the one it stands for.
  const shown = lines.length > maxLines ? lines.slice(0, maxLines - 1) : lines;
  const rest = lines.slice(shown.length);
  const sum = (of: readonly { value: number }[]) => of.reduce((all, { value }) => all + value, 0);
  return { shown, rest: { count: rest.length, sum: sum(rest) }, total: sum(lines) };
}
