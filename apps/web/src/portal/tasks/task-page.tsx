"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { dollars } from "../../format/money.ts";
import { duration, moment } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { adviceFor } from "./advice.ts";
import { TaskOutcome } from "./task-outcome.tsx";
import { Timeline } from "./timeline.tsx";

type Task = Answers["tasks"]["get"];
type Variable = Task["variables"][number];

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
  const cancel = trpc.tasks.cancel.useMutation({ onSuccess: () => client.tasks.invalidate() });
  // A task that ended between the two queries is fetched again.
  useEffect(() => {
    if (over) void client.tasks.timeline.invalidate({ taskId });
  }, [over, client, taskId]);

  if (task.error) return <LoadError message={task.error.message} retry={() => task.refetch()} />;
  if (!task.data) return <Skeleton className="h-96 w-full" />;
  const { state, templateName, websiteUrl, softId, price, variables, errorCode, errorDescription, createdAt } =
    task.data;
  const open = variables.filter((variable) => !over && variable.state !== "taken");
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
        actions={
          !over && (
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ taskId })}>
              Cancel task
            </Button>
          )
        }
      >
        {templateName} at {websiteUrl}
      </PageHead>
      <div className="space-y-4">
        {cancel.error && <Notice tone="failed">{cancel.error.message}</Notice>}
        {errorCode && (
          <Notice tone="failed">
            <span className="font-mono text-13">{errorCode}</span>: {errorDescription}
            <p className="mt-2">{adviceFor(errorCode)}</p>
          </Notice>
        )}
        {over && <TaskOutcome taskId={taskId} steps={itemsOf(timeline.data)} />}
        {open.map((variable) => (
          <PushField key={`${variable.name} ${variable.attempt}`} taskId={taskId} variable={variable} />
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
          </Panel>
        </div>
        {timeline.error && <LoadError message={timeline.error.message} retry={() => timeline.refetch()} />}
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

/** One awaited value. It can also be pushed before the worker asks for it. */
function PushField({ taskId, variable }: { taskId: number; variable: Variable }) {
  const client = trpc.useUtils();
  const { name, prompt, state, deadline, attempt, awaitedAt } = variable;
  const push = trpc.tasks.push.useMutation({ onSuccess: () => client.tasks.invalidate() });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    push.mutate({ taskId, name, value: String(new FormData(form).get("value")) }, { onSuccess: () => form.reset() });
  }
  return (
    <section className="rounded-panel border border-waits bg-panel p-4">
      <h2 className="font-semibold text-16">
        {awaitedAt && <span className="text-waits">● </span>}
        {awaitedAt ? "Waiting for" : "Will ask for"} {name}
      </h2>
      {prompt && <p className="mt-2">{prompt}</p>}
      {attempt > 1 && <p className="mt-2 text-waits">Attempt {attempt}: the site asked for it again.</p>}
      <p className="mt-1 text-13 text-muted">
        {state === "supplied" ? (
          "A value was pushed and has not been used yet. Pushing another one replaces it."
        ) : deadline ? (
          <>
            <TimeLeft until={deadline} /> to push it.
          </>
        ) : (
          "If you push it now, the task will not have to wait at this step."
        )}
      </p>
      {push.error && (
        <div className="mt-3">
          <Notice tone="failed">{push.error.message}</Notice>
        </div>
      )}
      {push.isSuccess && (
        <div className="mt-3">
          <Notice tone="ready">Pushed. The task continues.</Notice>
        </div>
      )}
      <form onSubmit={submit} className="mt-3 flex max-w-md flex-wrap items-end gap-2">
        <div className="grow">
          <Field label="Value" name="value" autoComplete="one-time-code" required className="font-mono" />
        </div>
        <Button type="submit" variant="main" busy={push.isPending}>
          Push value
        </Button>
      </form>
    </section>
  );
}

function TimeLeft({ until }: { until: Date }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const beat = setInterval(tick, 1_000);
    return () => clearInterval(beat);
  }, []);
  if (now === undefined) return <>Until {moment(until)}</>;
  const left = Math.max(0, until.getTime() - now);
  const [minutes, seconds] = [Math.floor(left / 60_000), Math.floor((left % 60_000) / 1_000)];
  return (
    <span className="tabular-nums">
      {minutes}:{String(seconds).padStart(2, "0")} left
    </span>
  );
}
