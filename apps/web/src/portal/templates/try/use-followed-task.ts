"use client";

import { useEffect, useState } from "react";
import { type Answers, trpc } from "../../../trpc/client.tsx";
import { usePageVisible } from "../../use-page-visible.ts";

export type FollowedTask = Answers["tasks"]["get"];
export type FollowedStep = Answers["tasks"]["timeline"]["items"][number];

interface Followed {
  taskId: number;
  task: FollowedTask | null;
  steps: ReadonlyMap<number, FollowedStep>;
}

/** A task and its steps as they happen. The stream is closed while the page is not visible, and once the task has ended. */
export function useFollowedTask(taskId: number) {
  const isVisible = usePageVisible();
  const [followed, setFollowed] = useState<Followed>({ taskId, task: null, steps: new Map() });
  useEffect(() => setFollowed({ taskId, task: null, steps: new Map() }), [taskId]);
  const { error } = trpc.tasks.follow.useSubscription(
    { taskId },
    {
      enabled: isVisible && !followed.task?.endedAt,
      onData: ({ task, steps }) =>
        setFollowed((before) => ({
          taskId,
          task,
          steps: new Map([
            ...(before.taskId === taskId ? before.steps : []),
            ...steps.map((step) => [step.stepId, step] as const),
          ]),
        })),
    },
  );
  return { task: followed.task, steps: [...followed.steps.values()], error };
}
