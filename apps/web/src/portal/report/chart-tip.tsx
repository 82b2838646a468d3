import { place } from "./chart-axis.ts";
import type { ChartRow, ChartSeries } from "./chart-rows.ts";

/** The numbers of the row under the pointer; while a range is dragged, its days. */
export function ChartTip({
  row,
  until,
  series,
  show,
  notes,
  part,
}: {
  row: ChartRow;
  until: string | null;
  series: readonly ChartSeries[];
  show: (value: number) => string;
  notes: string[] | undefined;
  /** The row's position in the plot, from 0 to 1: the tooltip is on its other side. */
  part: number;
}) {
  const total = row.values.reduce((sum, value) => sum + value, 0);
  return (
    <div
      className={`pointer-events-none absolute top-2 z-10 max-w-72 rounded-field border border-line bg-panel px-3 py-2 text-13 shadow-sm ${part > 0.5 ? "-translate-x-[calc(100%+0.75rem)]" : "translate-x-3"}`}
      style={{ left: `calc(${place.left}px + (100% - ${place.left + place.right}px) * ${part})` }}
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
          <dl className="mt-1 space-y-0.5 tabular-nums">
            {series.map(({ name, colour }, index) =>
              series.length > 1 && !row.values[index] ? null : (
                <div key={name} className="flex items-center justify-between gap-4">
                  <dt className="flex items-center gap-1.5">
                    <span className="size-2.5 shrink-0" style={{ background: colour }} />
                    {name}
                  </dt>
                  <dd>{show(row.values[index] ?? 0)}</dd>
                </div>
              ),
            )}
            {series.length > 1 && (
              <div className="flex justify-between gap-4 border-line border-t pt-0.5">
                <dt>Total</dt>
                <dd>{show(total)}</dd>
              </div>
            )}
            {row.before !== undefined && (
              <div className="flex justify-between gap-4 text-muted">
                <dt>
                  <span aria-hidden="true">┄ </span>
                  {row.beforeName}
                </dt>
                <dd>{show(row.before)}</dd>
              </div>
            )}
          </dl>
        </>
      )}
      {notes?.map((text) => (
        <p key={text} className="mt-1 text-waits">
          ⚑ {text}
        </p>
      ))}
    </div>
  );
}
