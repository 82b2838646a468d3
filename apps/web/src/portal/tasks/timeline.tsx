"use client";

import { MoreButton, type MorePages } from "../../components/more-button.tsx";
import { Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import type { Answers } from "../../trpc/client.tsx";
import { lasted, TimelineStep } from "./timeline-step.tsx";

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
  const longest = Math.max(0, ...(steps ?? []).map(lasted));
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
          {steps.map((step) => (
            <TimelineStep key={step.stepId} taskId={taskId} step={step} longest={longest} />
          ))}
        </ol>
      )}
      <MoreButton pages={more} />
      <p className="mt-4 text-13">
        <PageLink href="/dashboard/tasks">All tasks</PageLink>
      </p>
    </Panel>
  );
}
