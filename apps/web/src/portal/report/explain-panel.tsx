import { metricName } from "@gatepost/contract/modes";
import type { Explanation } from "@gatepost/domain/statistics/notes";
import type { Exclusion } from "@gatepost/domain/statistics/visit";
import type { ReactNode } from "react";
import { Panel } from "../../components/panel.tsx";
import { QuietLink } from "../../components/text-link.tsx";
import { dollars, whole } from "../../format/numbers.ts";
import { calendarDay } from "../../format/time.ts";

/** In millionths of a dollar. */
const cent = 10_000;

const reasons: Record<Exclusion, string> = {
  crawler: "Crawlers, link previews and monitors that identify themselves",
  program: "Programs that identify themselves: HTTP libraries and automated browsers",
  prefetch: "Prefetched, or fetched as part of another page",
  head: "HEAD requests",
};

interface Props {
  day: string;
  explanation: Explanation;
  close: () => void;
  /** The list of one's own tasks of the day that failed with a code, or, without one, that became ready. */
  tasks: ((code: string) => string) | undefined;
  /** What the day's money consists of. */
  entries: ReactNode;
}

/** What one point of the chart counted, and what was excluded and why. */
export function ExplainPanel({ day, explanation, close, tasks, entries }: Props) {
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
            <dt>
              {tasks && (metric === "ready" || metric === "error") ? (
                <QuietLink href={tasks(label)}>{label || metricName(metric)}</QuietLink>
              ) : (
                label || metricName(metric)
              )}
            </dt>
            <dd className="font-semibold">{metric === "money" ? dollars(n) : whole(n)}</dd>
          </div>
        ))}
        {counted.length === 0 && <p className="text-muted">Nothing was counted on this day.</p>}
      </dl>
      {tasks && counted.some(({ metric }) => metric === "ready" || metric === "error") && (
        <p className="text-12 text-muted">
          Links lead to your own tasks on this day. Other accounts' tasks and refused calls are counted, but not listed.
        </p>
      )}
      {counted.some(({ metric, n }) => metric === "money" && n % cent !== 0) && (
        <p className="text-12 text-muted">
          The chart shows whole cents. Fractions of a cent are carried over to the next day.
        </p>
      )}
      {entries}
      {leftOut.length > 0 && (
        <div>
          <h3 className="text-13 text-muted">Not counted</h3>
          <dl className="mt-1 space-y-1 tabular-nums">
            {leftOut.map(({ reason, n }) => (
              <div key={reason} className="flex justify-between gap-4">
                <dt>{reasons[reason as Exclusion] ?? reason}</dt>
                <dd>{whole(n)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {notes.map(({ noteId, text }) => (
        <p key={noteId} className="text-waits">
          ⚑ <bdi>{text}</bdi>
        </p>
      ))}
    </Panel>
  );
}
