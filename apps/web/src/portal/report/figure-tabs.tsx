import { type Mode, modes } from "@gatepost/contract/modes";
import type { Overview } from "@gatepost/domain/stats/get-overview";
import { Sparkline } from "../../components/sparkline.tsx";
import { dollarsOfCents } from "../../format/money.ts";
import { compact, percent, whole } from "../../format/number.ts";

const names: Record<Mode, string> = {
  errors: "Errors",
  views: "Views",
  downloads: "Downloads",
  users: "Users",
  money: "Money",
};

/** The modes with their totals. The selected one is the chart below. */
export function FigureTabs({
  overview,
  failed,
  comparable,
  mode,
  choose,
}: {
  overview: Overview | undefined;
  /** Of all errors together. */
  failed: number | undefined;
  /** Whether the application existed during the whole period before. */
  comparable: boolean;
  mode: Mode;
  choose: (mode: Mode) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label="What the chart shows"
      className="grid grid-cols-6 gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {modes.map((one, index) => {
        const figure = overview?.figures[one];
        const show = one === "money" ? dollarsOfCents : whole;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === mode}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => choose(one)}
            className={`min-w-0 ${index < 2 ? "col-span-3" : "col-span-2"} rounded-panel border bg-panel p-3 text-left sm:col-span-1 ${one === mode ? "border-accent shadow-[inset_0_0_0_1px_var(--accent)]" : "border-line hover:border-muted"}`}
          >
            <span className="block text-13 text-muted">{names[one]}</span>
            <span
              className="mt-0.5 block truncate font-semibold text-16 tabular-nums sm:text-20"
              title={figure && show(figure.total)}
            >
              {figure ? (figure.total > 999_999 && one !== "money" ? compact(figure.total) : show(figure.total)) : " "}
              {one === "errors" && figure && <span className="ml-1 font-normal text-13 text-muted">ok</span>}
            </span>
            <span
              className="mt-0.5 block h-5 truncate text-12 text-muted tabular-nums"
              title={figure && comparable ? `Before: ${show(figure.before)}` : undefined}
            >
              {figure && (comparable ? changeText(figure.change) : "no earlier data")}
              {one === "errors" && failed !== undefined && ` · ${whole(failed)} failed`}
            </span>
            <span className="mt-1 hidden sm:block">
              <Sparkline values={figure?.values ?? []} className="h-6 w-full" />
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** A change has no colour, because only the reader knows whether more is better. There is no percentage against zero. */
function changeText(change: number | null): string {
  if (change === null) return "no earlier data";
  if (change === 0) return "unchanged";
  return `${change > 0 ? "▲" : "▼"} ${percent(Math.abs(change))}`;
}
