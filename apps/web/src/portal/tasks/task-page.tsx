"use client";

import { useEffect } from "react";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { dollars } from "../../format/money.ts";
import { duration, moment } from "../../format/time.ts";
import { trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { adviceFor } from "./advice.ts";
import { CancelTask } from "./cancel-task.tsx";
import { openVariables } from "./open-variables.ts";
import { ReceiptList } from "./receipt-list.tsx";
import { TaskOutcome } from "./task-outcome.tsx";
import { Timeline } from "./timeline.tsx";
import { WaitPanel } from "./wait-panel.tsx";

/** A task: what it waits for, with a field to push it, and its timeline. */
export function TaskPage({ taskId }: { taskId: number }) {
  const client = trpc.useUtils();
  const task = trpc.tasks.get.useQuery(
    { taskId },
    { refetchInterval: ({ state }) => (state.data?.endedAt ? false : 1_000) },
  );
  const over = Boolean(task.data?.endedAt);
  const timeline = trpc.tasks.timeline.useInfiniteQuery(
    { taskId, limit: 100 },
    { ...pages, refetchInterval: over ? false : 1_000 },
  );
  // A task that ended between the two queries is fetched again.
  useEffect(() => {
    if (over) void client.tasks.timeline.invalidate({ taskId });
  }, [over, client, taskId]);

  if (task.error) return <LoadError message={task.error.message} retry={() => task.refetch()} />;
  if (!task.data) return <Skeleton className="h-96 w-full" />;
  const { state, templateName, websiteUrl, softId, price, variables, errorCode, errorDescription, createdAt } =
    task.data;
  // One list, so that a field keeps what was typed when its turn comes.
  const open = over ? [] : openVariables(variables);
  return (
    <>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="tabular-nums">Task {taskId}</span>
            <span className="font-normal text-16">
              <StateBadge state={state} />
            </span>
          </span>
        }
      >
        {templateName} at {websiteUrl}
      </PageHead>
      <div className="space-y-4">
        {errorCode && (
          <Notice tone="failed">
            <span className="font-mono text-13">{errorCode}</span>: {errorDescription}
            <p className="mt-2">{adviceFor(errorCode)}</p>
          </Notice>
        )}
        {over && <TaskOutcome taskId={taskId} steps={itemsOf(timeline.data)} />}
        {open.map((variable) => (
          <WaitPanel key={`${variable.name} ${variable.attempt}`} taskId={taskId} variable={variable} />
        ))}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <Timeline steps={itemsOf(timeline.data)} more={timeline} taskId={taskId} task={task.data} />
          <Panel title="Details">
            <dl className="space-y-2 text-13">
              <Detail name="Step">
                {task.data.step} of {task.data.steps}
              </Detail>
              <Detail name="Price">
                {dollars(price)} {state === "ready" ? "paid" : over ? "refunded" : "held"}
              </Detail>
              <Detail name="Created">{moment(createdAt)}</Detail>
              {task.data.endedAt && <Detail name="Ended">{moment(task.data.endedAt)}</Detail>}
              {task.data.endedAt && (
                <Detail name="Duration">{duration(task.data.endedAt.getTime() - createdAt.getTime())}</Detail>
              )}
              {softId !== null && <Detail name="softId">{softId}</Detail>}
              {variables.map(({ name, state: of, length, attempt }) => (
                <Detail key={name} name={name}>
                  {of}
                  {length !== null && `, ${length} characters`}
                  {attempt > 1 && `, attempt ${attempt}`}
                </Detail>
              ))}
            </dl>
            <ReceiptList receipts={task.data.receipts} />
          </Panel>
        </div>
        {timeline.error && <LoadError message={timeline.error.message} retry={() => timeline.refetch()} />}
        {!over && <CancelTask taskId={taskId} />}
      </div>
    </>
  );
}

function Detail({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}
