"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { DeclineForm } from "./decline-form.tsx";
import { enteredValue } from "./entered-value.ts";
import { LinkButtons } from "./link-buttons.tsx";
import { TimeLeft } from "./time-left.tsx";
import { ValueField } from "./value-field.tsx";

type Variable = Answers["tasks"]["get"]["variables"][number];

const moreSeconds = 600;

/** One awaited value: what is asked, its field, and what else can be done. It can also be pushed before it is asked for. */
export function WaitPanel({ taskId, variable }: { taskId: number; variable: Variable }) {
  const client = trpc.useUtils();
  const { name, prompt, state, deadline, attempt, awaitedAt } = variable;
  const settled = { onSuccess: () => client.tasks.invalidate() };
  const push = trpc.tasks.push.useMutation(settled);
  const extend = trpc.tasks.extend.useMutation(settled);
  const [declining, setDeclining] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const value = await enteredValue(form, (event.nativeEvent as SubmitEvent).submitter);
    push.mutate({ taskId, name, value }, { onSuccess: () => form.reset() });
  }
  const error = push.error ?? extend.error;
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
            <TimeLeft until={deadline} /> to answer
          </>
        ) : (
          "If you push it now, the task will not have to wait at this step."
        )}
      </p>
      {error && (
        <div className="mt-3">
          <Notice tone="failed">{error.message}</Notice>
        </div>
      )}
      {push.isSuccess && (
        <div className="mt-3">
          <Notice tone="ready">Pushed. The task continues.</Notice>
        </div>
      )}
      <form onSubmit={submit} className="mt-3 flex max-w-md flex-wrap items-end gap-2">
        <ValueField variable={variable} busy={push.isPending} />
      </form>
      <div className="mt-3 flex flex-wrap gap-2">
        {deadline && (
          <Button
            size="small"
            busy={extend.isPending}
            onClick={() => extend.mutate({ taskId, name, seconds: moreSeconds })}
          >
            10 more minutes
          </Button>
        )}
        <LinkButtons taskId={taskId} name={name} />
        <Button size="small" aria-expanded={declining} onClick={() => setDeclining(!declining)}>
          Decline…
        </Button>
      </div>
      {declining && <DeclineForm taskId={taskId} name={name} />}
    </section>
  );
}
