"use client";

import type { Route } from "next";
import Link from "next/link";
import { Button } from "../../../components/button.tsx";
import { Notice, Skeleton } from "../../../components/notice.tsx";
import { Panel } from "../../../components/panel.tsx";
import { StateBadge } from "../../../components/state-badge.tsx";
import { trpc } from "../../../trpc/client.tsx";
import { LateValue } from "./late-value.tsx";
import { LiveStep } from "./live-step.tsx";
import { useFollowedTask } from "./use-followed-task.ts";

/** A run as it happens: its steps, what it waits for, and how it ended. */
export function LiveRun({ taskId, editStep }: { taskId: number; editStep: (place: string) => void }) {
  const { task, steps, error } = useFollowedTask(taskId);
  const cancel = trpc.tasks.cancel.useMutation();
  if (error && !task) return <Notice tone="failed">{error.message}</Notice>;
  if (!task) return <Skeleton className="h-40 w-full" />;
  const isOver = task.endedAt !== null;
  const last = steps.at(-1);
  const awaited = isOver ? [] : task.variables.filter(({ awaitedAt, state }) => awaitedAt && state !== "taken");
  const failure = task.errorCode && (
    <Notice tone="failed">
      <span className="font-mono text-13">{task.errorCode}</span>: {task.errorDescription}
    </Notice>
  );
  return (
    <section aria-label="Run">
      <Panel
        title={<StateBadge state={task.state} />}
        actions={
          isOver ? (
            <Link
              href={`/dashboard/tasks/${taskId}` as Route}
              className="text-13 text-accent underline underline-offset-4 tabular-nums"
            >
              Task {taskId}
            </Link>
          ) : (
            <Button size="small" variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ taskId })}>
              Cancel
            </Button>
          )
        }
      >
        {steps.length === 0 && !isOver && <p className="text-13 text-muted">In the queue.</p>}
        <ol className="space-y-2">
          {steps.map((step) => (
            <LiveStep key={step.stepId} taskId={taskId} step={step} editStep={editStep} isLast={step === last}>
              {step === last && (
                <>
                  {failure}
                  {awaited.map((variable) => (
                    <LateValue key={`${variable.name} ${variable.attempt}`} taskId={taskId} variable={variable} />
                  ))}
                </>
              )}
            </LiveStep>
          ))}
        </ol>
        {steps.length === 0 && failure}
      </Panel>
    </section>
  );
}
