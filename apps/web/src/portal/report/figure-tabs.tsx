import { type Mode, modeRecords, modes } from "@gatepost/contract/modes";
import { Sparkline } from "../../components/sparkline.tsx";
import { compact, formatOf, whole } from "../../format/numbers.ts";
import { finished } from "../../report/chart-rows.ts";
import { changeText } from "../../report/labels.ts";
import type { ShownReport } from "./use-report.ts";

/** The longest figure that fits its tile; longer ones are shortened, and shown in full in the tooltip. */
const longestFigure = 9;

/** The modes with their totals, each by the name of its series. The selected one is the chart below. */
export function FigureTabs({ report }: { report: ShownReport }) {
  const { overview, outcomes, baseline, comparable, empty } = report;
  const comparison = { comparable, empty, unfinishedDay: report.byHour && report.partial };
  const failed = outcomes?.errors.reduce((sum, { count }) => sum + count, 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label="What the chart shows"
      className="grid grid-cols-6 gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {modes.map((one, index) => {
        const figure = overview?.figures[one];
        const show = formatOf(one);
        const change = figure ? changeText(figure, comparison, (value) => figureText(value, one)) : "";
        const failures = modeRecords[one].byError ? failed : undefined;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === report.view.mode}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => report.showMode(one)}
            className={`flex min-w-0 flex-col ${index < 2 ? "col-span-3" : "col-span-2"} rounded-panel border bg-panel p-3 text-left sm:col-span-1 ${one === report.view.mode ? "border-accent shadow-[inset_0_0_0_1px_var(--accent)]" : "border-line hover:border-muted"}`}
          >
            <span className="block text-13 text-muted lg:truncate">{modeRecords[one].name}</span>
            <span
              className="mt-0.5 block truncate font-semibold text-16 tabular-nums sm:text-20"
              title={figure && show(figure.total)}
            >
              {figure ? figureText(figure.total, one) : " "}
            </span>
            <span
              className="mt-0.5 block min-h-5 text-12 text-muted tabular-nums"
              // Not shortened.
              title={joined(
                comparable && figure && `${baseline}: ${show(figure.before)}`,
                failures && `failed ${whole(failures)}`,
              )}
            >
              {joined(change, failures !== undefined && `failed ${figureText(failures, one)}`)}
            </span>
            <span className="mt-1 hidden sm:block">
              <Sparkline values={finished(figure?.values ?? [], overview?.partial)} className="h-6 w-full" />
            </span>
          </button>
        );
      })}
    </div>
  );
}

function figureText(total: number, mode: Mode): string {
  const exact = formatOf(mode)(total);
  if (exact.length <= longestFigure) return exact;
  return modeRecords[mode].money ? `$${compact(total / 100)}` : compact(total);
}

const joined = (...parts: unknown[]): string => parts.filter(Boolean).join("; ");
