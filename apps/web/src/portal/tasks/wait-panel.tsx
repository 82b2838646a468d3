"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { useFocusWhenGone } from "../../components/use-focus-when-gone.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { DeclineForm } from "./decline-form.tsx";
import { LinkButtons } from "./link-buttons.tsx";
import { PushForm } from "./push-form.tsx";
import { TimeLeft } from "./time-left.tsx";
import { WaitPicture } from "./wait-picture.tsx";

type Variable = Answers["tasks"]["get"]["variables"][number];

const moreSeconds = 600;

interface Props {
  taskId: number;
  variable: Variable;
  /** The step whose picture shows the page that asks. */
  pictured?: number | undefined;
  /** Among others: what is asked is said here rather than in the page's heading, and the focus stays where it is. */
  inList?: boolean;
}

/**
 * One late value: the page that asks, its field, and what else can be done. Until it is asked for it is folded, and can be
 * pushed early.
 */
export function WaitPanel({ taskId, variable, pictured, inList = false }: Props) {
  const client = trpc.useUtils();
  const { name, prompt, state, deadline, attempt, awaitedAt } = variable;
  const extend = trpc.tasks.extend.useMutation({ onSuccess: () => client.tasks.invalidate() });
  const [declining, setDeclining] = useState(false);
  const [early, setEarly] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useFocusWhenGone(panel);
  const form = useRef<HTMLDivElement>(null);
  const isAsked = awaitedAt !== null;
  useEffect(() => {
    // Where the person types already, the focus stays. A button does not get it, as a key meant for a field would press it.
    if (isAsked && !inList && !document.activeElement?.matches("input, select, textarea"))
      form.current?.querySelector<HTMLElement>("input, select")?.focus({ preventScroll: true });
  }, [isAsked, inList]);
  return (
    <section ref={panel} className={`rounded-panel border bg-panel p-4 ${awaitedAt ? "border-waits" : "border-line"}`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className={awaitedAt ? "font-semibold text-14" : "text-14 text-muted"}>
          {awaitedAt && <span className="text-waits">● </span>}
          {awaitedAt ? "Waiting for" : "Will ask for"} {name}
        </h2>
        {!awaitedAt && (
          <Button size="small" variant="quiet" aria-expanded={early} onClick={() => setEarly(!early)}>
            Answer early<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {/* Hidden rather than removed, so that what was typed stays when its turn comes. */}
      <div
        hidden={!awaitedAt && !early}
        className={pictured ? "mt-3 gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]" : ""}
      >
        {pictured ? <WaitPicture taskId={taskId} stepId={pictured} /> : null}
        <div ref={form}>
          {(inList || !awaitedAt) && prompt && <p className="mt-2">{prompt}</p>}
          {attempt > 1 && <p className="mt-2 text-waits">Attempt {attempt}: the site refused the last answer.</p>}
          <p className="mt-1 text-13 text-muted">
            {state === "supplied" ? (
              "An answer was sent and has not been used yet. Sending another one replaces it."
            ) : deadline ? (
              <>
                <TimeLeft until={deadline} /> to answer
              </>
            ) : (
              "If you answer now, the task will not have to wait at this step."
            )}
          </p>
          <PushForm taskId={taskId} variable={variable} />
          {extend.error && (
            <div className="mt-3">
              <Notice tone="failed">{extend.error.message}</Notice>
            </div>
          )}
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
        </div>
      </div>
    </section>
  );
}
