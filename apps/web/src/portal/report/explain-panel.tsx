import type { Explanation } from "@gatepost/domain/stats/explain-point";
import type { CountedMetric } from "@gatepost/domain/stats/read-counts";
import type { Exclusion } from "@gatepost/domain/stats/visit";
import { seriesNames } from "@gatepost/presenters/app-stats";
import { Panel } from "../../components/panel.tsx";
import { dollars } from "../../format/money.ts";
import { whole } from "../../format/number.ts";
import { calendarDay } from "../../format/time.ts";

const metricNames: Record<CountedMetric, string> = {
  ready: seriesNames.errors.name,
  error: "Error",
  view: seriesNames.views.name,
  download: seriesNames.downloads.name,
  users: seriesNames.users.name,
  money: seriesNames.money.name,
};
const reasons: Record<Exclusion, string> = {
  crawler: "Crawlers, link previews and monitors that identify themselves",
  prefetch: "Prefetched, or fetched as part of another page",
  head: "HEAD requests",
};

/** What one point of the chart counted, and what was excluded and why. */
export function ExplainPanel({
  day,
  explanation,
  close,
}: {
  day: string;
  explanation: Explanation;
  close: () => void;
}) {
  const { counted, leftOut, notes } = explanation;
  return (
    <Panel
      title={`What ${calendarDay(day)} counted`}
      actions={
        <button type="button" onClick={close} className="text-13 text-muted underline underline-offset-4">
          Close
        </button>
      }
    >
      <dl className="space-y-1 tabular-nums">
        {counted.map(({ metric, label, n }) => (
          <div key={`${metric} ${label}`} className="flex justify-between gap-4">
            <dt>{label || metricNames[metric]}</dt>
            <dd className="font-semibold">{metric === "money" ? dollars(n) : whole(n)}</dd>
          </div>
        ))}
        {counted.length === 0 && <p className="text-muted">Nothing happened on this day.</p>}
      </dl>
      {leftOut.length > 0 && (
        <>
          <h3 className="mt-3 text-13 text-muted">Not counted</h3>
          <dl className="mt-1 space-y-1 tabular-nums">
            {leftOut.map(({ reason, n }) => (
              <div key={reason} className="flex justify-between gap-4">
                <dt>{reasons[reason as Exclusion] ?? reason}</dt>
                <dd>{whole(n)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {notes.map(({ noteId, text }) => (
        <p key={noteId} className="mt-2 text-waits">
          ⚑ {text}
        </p>
      ))}
    </Panel>
  );
}
