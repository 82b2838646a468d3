"use client";

import { type ChartSeries, hiddenOf } from "./chart-rows.ts";

/** Shows and hides series; at least one stays. */
export function Legend({
  series,
  hidden,
  change,
  totals,
}: {
  series: readonly ChartSeries[];
  hidden: readonly string[];
  change: (hidden: string[]) => void;
  /** Set if the dashed line is the total of the period before: its days, and whether this period's total has a line. */
  totals?: { before: string; hasLine: boolean };
}) {
  const off = hiddenOf(series, hidden);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Series of the chart" className="mb-1 flex flex-wrap gap-x-1 gap-y-0.5 px-1">
      {series.map(({ name, colour }) => {
        const on = !off.includes(name);
        return (
          <button
            key={name}
            type="button"
            data-print
            aria-pressed={on}
            onClick={() => change(on ? [...off, name] : off.filter((one) => one !== name))}
            className={`flex items-center gap-1.5 rounded-field px-2 py-1 text-12 hover:bg-raised ${on ? "" : "text-muted line-through"}`}
          >
            <span
              className="size-2.5 shrink-0 border"
              style={{ background: on ? colour : "transparent", borderColor: colour }}
            />
            {name}
          </button>
        );
      })}
      {totals?.hasLine && <LineEntry className="border-t-3" name="Total" />}
      {totals && <LineEntry className="border-t-2 border-dashed" name={`Total, ${totals.before}`} />}
      {off.length > 0 && (
        <button
          type="button"
          onClick={() => change([])}
          className="rounded-field px-2 py-1 text-12 text-accent underline underline-offset-4"
        >
          Show all
        </button>
      )}
    </div>
  );
}

/** A line that cannot be hidden. */
function LineEntry({ name, className }: { name: string; className: string }) {
  return (
    <span className="flex items-center gap-1.5 px-2 py-1 text-12">
      <span className={`w-4 shrink-0 border-ink ${className}`} />
      {name}
    </span>
  );
}
