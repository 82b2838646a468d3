"use client";

import type { ErrorCode } from "@gatepost/contract/errors";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock, CopyButton } from "../../components/code-block.tsx";
import { ConfirmButton, Dialog } from "../../components/dialog.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { scrollTo } from "../../components/page-hooks.ts";
import { LoadError, Notice, Panel, Skeleton } from "../../components/panel.tsx";
import { AddressText } from "../../components/task-labels.tsx";
import { dollars } from "../../format/numbers.ts";
import { type Answers, itemsOf, trpc } from "../../trpc/client.tsx";
import { errorInPlaceOf } from "../../trpc/query-client.ts";
import { LivePage } from "../live/live-page.tsx";
import { usePortal } from "../portal-context.tsx";
import { enteredVariables, type GivenValues } from "../templates/given-values.ts";
import { useAttempt, ValueFields } from "../templates/value-fields.tsx";
import { TaskDetails, TaskHeading } from "./task-details.tsx";
import { advice, callText, openVariables } from "./task-facts.ts";
import { TaskOutcome } from "./task-outcome.tsx";
import { Timeline } from "./timeline.tsx";
import { useLiveTask } from "./use-live-task.ts";
import { LinkButtons, WaitPanel } from "./wait-panel.tsx";

/**
 * A task as it happens. First what people come for: the question and its field while it waits, its result once it is ready,
 * or what failed and what to do; then the timeline.
 */
export function TaskPage({ taskId }: { taskId: number }) {
  const { task, timeline } = useLiveTask(taskId);
  const [isLive, setIsLive] = useState(false);
  const error = errorInPlaceOf(task);
  if (error) return <LoadError message={error.message} retry={() => task.refetch()} />;
  if (!task.data) return <Skeleton className="h-96 w-full" />;
  const { variables, errorCode, errorDescription, endedAt, pictureStepId } = task.data;
  const steps = itemsOf(timeline.data);
  const isOver = endedAt !== null;
  // One list, so that a field keeps what was typed when its turn comes.
  const open = isOver ? [] : openVariables(variables);
  const asks = (asked: string) => open.some(({ kind, awaitedAt }) => awaitedAt !== null && kind === asked);
  return (
    <>
      <TaskHeading task={task.data} />
      <div className="space-y-4">
        {errorCode && (
          <Notice tone="failed">
            <span className="font-mono text-13">{errorCode}</span>: {errorDescription}
            <p className="mt-2">{advice[errorCode as ErrorCode]}</p>
          </Notice>
        )}
        {isOver && <TaskOutcome taskId={taskId} steps={steps} pictureStepId={pictureStepId} />}
        {!isOver && (
          <div className={isLive ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]" : "space-y-4"}>
            {/* On a phone it opens above the button, out of sight. */}
            {isLive && (
              <div ref={scrollTo} className="min-w-0 scroll-my-20">
                <LivePage opening={{ taskId }} isAsked={asks("live") || asks("help")} />
              </div>
            )}
            <div className="min-w-0 space-y-4">
              {open.map((variable) => (
                <WaitPanel
                  key={`${variable.name} ${variable.attempt}`}
                  taskId={taskId}
                  variable={variable}
                  pictured={isLive || !variable.awaitedAt ? undefined : pictureStepId}
                />
              ))}
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  variant={asks("live") && !isLive ? "main" : "plain"}
                  aria-pressed={isLive}
                  onClick={() => setIsLive(!isLive)}
                >
                  {isLive ? "Stop watching" : "Watch live"}
                </Button>
                {isLive && <LinkButtons taskId={taskId} />}
              </div>
            </div>
          </div>
        )}
        {isOver && <TaskCall taskId={taskId} canRunAgain />}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <Timeline steps={steps} more={timeline} task={task.data} />
          <TaskDetails task={task.data} />
        </div>
        {timeline.error && <LoadError message={timeline.error.message} retry={() => timeline.refetch()} />}
        {!isOver && <TaskCall taskId={taskId} />}
        {!isOver && <CancelTask taskId={taskId} />}
      </div>
    </>
  );
}

function CancelTask({ taskId }: { taskId: number }) {
  const cancel = trpc.tasks.cancel.useMutation();
  return (
    <ConfirmButton
      size="normal"
      label="Cancel task…"
      question="Cancel this task?"
      action="Cancel task"
      cancel="Keep it"
      act={() => cancel.mutateAsync({ taskId })}
    >
      It ends at once, and its price is refunded. What it has already done on the site is not undone.
    </ConfirmButton>
  );
}

function TaskCall({ taskId, canRunAgain = false }: { taskId: number; canRunAgain?: boolean }) {
  const { origin } = usePortal();
  const call = trpc.tasks.creatingCall.useQuery({ taskId }, { staleTime: "static" });
  if (call.error) return <LoadError message={call.error.message} retry={() => call.refetch()} />;
  const text = call.data && callText(call.data, origin);
  return (
    <Panel
      title="Call"
      screenOnly
      actions={
        text && (
          <>
            <CopyButton text={text} label="Copy call" />
            {canRunAgain && <RunAgain taskId={taskId} call={call.data} />}
          </>
        )
      }
    >
      <details>
        <summary className="cursor-pointer text-13 text-accent">The call that created this task</summary>
        <p className="my-2 text-13 text-muted">
          Insert your key, and a value for each variable shown as “…”. Values are deleted when a task ends.
        </p>
        {text && <CodeBlock label="The call that created this task" code={text} />}
      </details>
    </Panel>
  );
}

function RunAgain({ taskId, call }: { taskId: number; call: Answers["tasks"]["creatingCall"] }) {
  const router = useRouter();
  const { data: me } = trpc.account.me.useQuery();
  const [asking, setAsking] = useState(false);
  const [values, setValues] = useState<GivenValues>(
    () => new Map(call.variables.map(({ name, cameLate }) => [name, { text: "", isLate: cameLate }])),
  );
  const run = trpc.tasks.runAgain.useMutation();
  const [attempt, renew] = useAttempt();
  async function submit() {
    const created = await run.mutateAsync({ taskId, variables: enteredVariables(call.variables, values), attempt });
    renew();
    setAsking(false);
    router.push(`/dashboard/tasks/${created.taskId}`);
  }
  return (
    <>
      <Button size="small" variant="main" onClick={() => setAsking(true)}>
        Run again…
      </Button>
      <Dialog title="Run this task again?" open={asking} onOpenChange={setAsking}>
        <Form submit={submit} keepsValues className="space-y-4">
          <p>
            Creates a task with {call.templateName ?? "the same draft"} at <AddressText address={call.websiteUrl} />.
            {me && ` It costs ${dollars(me.bid)}, which is held now and paid if the task succeeds.`}
          </p>
          {call.variables.length > 0 && (
            <>
              <p className="text-13 text-muted">The earlier values are not kept. Enter them again.</p>
              <ValueFields variables={call.variables} values={values} change={setValues} />
            </>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <SubmitButton variant="main">Run again{me && ` for ${dollars(me.bid)}`}</SubmitButton>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
