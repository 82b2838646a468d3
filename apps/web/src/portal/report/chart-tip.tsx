import { place } from "./chart-axis.ts";
import type { ChartRow, ChartSeries } from "./chart-rows.ts";
import { tipLines } from "./tip-lines.ts";

/** Fixed, so that the text is broken in the same way over every bar, and the tooltip can be kept within the chart. */
const width = "min(20rem, 100%)";

/** The numbers of the row under the pointer; while a range is dragged, its days. */
export function ChartTip({
  row,
  until,
  series,
  show,
  notes,
  part,
  choose,
}: {
  row: ChartRow;
  until: string | null;
  series: readonly ChartSeries[];
  show: (value: number) => string;
  notes: string[] | undefined;
  /** The row's position in the plot, from 0 to 1: the tooltip is on its other side. */
  part: number;
  /** Set when the tooltip stays open after a tap: what its button does. */
  choose?: (() => void) | undefined;
}) {
  const { shown, rest, total } = tipLines(series, row.values);
  const bar = `${place.left}px + (100% - ${place.left + place.right}px) * ${part}`;
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
                <span className="size-2.5 shrink-0" style={{ background: colour }} />
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
