import { Moment } from "../../components/moment.tsx";
import { duration } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";
import { Picture } from "./picture.tsx";

type Step = Answers["tasks"]["timeline"]["items"][number];

/** Milliseconds that a step took; 0 while it goes on. */
export function lasted({ startedAt, endedAt }: Step): number {
  return endedAt ? endedAt.getTime() - startedAt.getTime() : 0;
}

/** A step: what it acted on, how long it took as a share of the longest one, and its picture, which opens in place. */
export function TimelineStep({ taskId, step, longest }: { taskId: number; step: Step; longest: number }) {
  const { stepId, run, number, place, type, target, startedAt, endedAt, outcome, note, hasPicture } = step;
  const tone = outcome === "done" ? "text-ready" : outcome ? "text-failed" : "text-waits";
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 gap-y-1 sm:grid-cols-[1.25rem_minmax(0,1fr)_11rem]">
      <span aria-hidden="true" className={tone}>
        {outcome === "done" ? "✓" : outcome ? "✕" : "●"}
      </span>
      <div className="min-w-0">
        <p>
          <span className="font-mono text-13">{number === 0 ? "opens the website" : type}</span>
          {target && <span className="break-all font-mono text-13 text-muted"> {target}</span>}
        </p>
        <p className="text-12 text-muted tabular-nums">
          {number > 0 && `step ${place} · `}
          <Moment at={startedAt} />
          {run > 1 && ` · run ${run}`}
          {outcome && outcome !== "done" && ` · ${outcome}`}
        </p>
        {note && <p className="text-13 text-muted">{note}</p>}
        {hasPicture && <Picture taskId={taskId} stepId={stepId} number={number} shown={false} />}
      </div>
      <div className="col-start-2 flex h-5 items-center gap-2 sm:col-start-3">
        <span aria-hidden="true" className="h-1.5 min-w-0 grow rounded-field bg-raised">
          <span
            className={`block h-full min-w-0.5 rounded-field ${type === "WAIT_FOR_VARIABLE_VALUE" ? "bg-waits" : "bg-accent"}`}
            style={{ width: `${longest > 0 ? (lasted(step) / longest) * 100 : 0}%` }}
          />
        </span>
        <span className="w-20 shrink-0 text-right text-13 text-muted tabular-nums">
          {endedAt ? duration(lasted(step)) : "in progress"}
        </span>
      </div>
    </li>
  );
}
