"use client";

import type { Route } from "next";
import Link from "next/link";
import { Moment } from "../../components/moment.tsx";
import { MoreButton, type MorePages } from "../../components/more-button.tsx";
import { Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { duration } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";
import { Picture } from "./picture.tsx";

type Task = Answers["tasks"]["get"];
export type Step = Answers["tasks"]["timeline"]["items"][number];

/** The steps of a task as they happened, with their pictures. */
export function Timeline({
  steps,
  more,
  taskId,
  task,
}: {
  steps: Step[] | undefined;
  more: MorePages;
  taskId: number;
  task: Task;
}) {
  return (
    <Panel title="Timeline">
      {!steps ? (
        <Skeleton className="h-40 w-full" />
      ) : steps.length === 0 ? (
        <p className="text-muted">
          {task.state === "queued"
            ? "In the queue. Workers take the tasks with the highest bid first and share their time between accounts."
            : "No steps recorded."}
        </p>
      ) : (
        <ol className="space-y-3">
          {steps.map(({ stepId, run, number, place, type, startedAt, endedAt, outcome, note, hasPicture }) => (
            <li key={stepId} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-2">
              <span
                aria-hidden="true"
                className={outcome === "done" ? "text-ready" : outcome ? "text-failed" : "text-waits"}
              >
                {outcome === "done" ? "✓" : outcome ? "✕" : "●"}
              </span>
              <div>
                <p>
                  <span className="font-mono text-13">{number === 0 ? "opens the website" : type}</span>{" "}
                  <span className="text-13 text-muted tabular-nums">
                    {number > 0 && `step ${place} · `}
                    {endedAt ? duration(endedAt.getTime() - startedAt.getTime()) : "in progress"} ·{" "}
                    <Moment at={startedAt} />
                    {run > 1 && ` · run ${run}`}
                    {outcome && outcome !== "done" && ` · ${outcome}`}
                  </span>
                </p>
                {note && <p className="text-13 text-muted">{note}</p>}
                {hasPicture && (
                  <Picture
                    taskId={taskId}
                    stepId={stepId}
                    number={number}
                    shown={outcome !== "done" && !task.endedAt}
                  />
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      <MoreButton pages={more} />
      <p className="mt-4 text-13">
        <Link href={"/dashboard/tasks" as Route} className="text-accent underline underline-offset-4">
          All tasks
        </Link>
      </p>
    </Panel>
  );
}
