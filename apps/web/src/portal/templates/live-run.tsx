import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { LoadError, Notice, Panel, Skeleton } from "../../components/panel.tsx";
import { StateBadge } from "../../components/task-labels.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { duration } from "../../format/time.ts";
import { type Answers, itemsOf, trpc } from "../../trpc/client.tsx";
import { StepMark } from "../tasks/timeline.tsx";
import { useLiveTask } from "../tasks/use-live-task.ts";
import { WaitPanel } from "../tasks/wait-panel.tsx";
import type { JsonObject } from "./document.ts";
import { PickedPage } from "./pick/picked-page.tsx";

interface LiveRunProps {
  taskId: number;
  editStep: (path: string) => void;
  /** Whether its page is shown, and stays open once the steps are done. */
  keepsOpen: boolean;
  /** The draft as it is in the editor, and the step whose form is open there. */
  document: JsonObject;
  isSound: boolean;
  open: string | null;
}

export function LiveRun({ taskId, editStep, keepsOpen, document, isSound, open }: LiveRunProps) {
  const { task: followed, timeline } = useLiveTask(taskId);
  const { data: task, error } = followed;
  const steps = itemsOf(timeline.data) ?? [];
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
            <PageLink href={`/dashboard/tasks/${taskId}`}>Task {taskId}</PageLink>
          ) : (
            <Button size="small" variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ taskId })}>
              Cancel
            </Button>
          )
        }
      >
        {/* Above the page and the steps, so that it stays in sight however many there are. */}
        {awaited.map((variable) => (
          <div key={`${variable.name} ${variable.attempt}`} className="mb-3">
            <WaitPanel taskId={taskId} variable={variable} inList />
          </div>
        ))}
        {keepsOpen && last && !isOver && (
          <PickedPage
            taskId={taskId}
            failed={last.outcome === "failed" ? last.place : undefined}
            document={document}
            isSound={isSound}
            likely={open?.replace(/^steps\./, "") ?? last.place}
          />
        )}
        {steps.length === 0 && !isOver && <p className="text-13 text-muted">In the queue.</p>}
        <ol className="space-y-2">
          {steps.map((step) => (
            <LiveStep
              key={step.stepId}
              taskId={taskId}
              step={step}
              editStep={editStep}
              // The live page shows the same.
              isLarge={step === last && (isOver || !keepsOpen)}
            >
              {step === last && failure}
            </LiveStep>
          ))}
        </ol>
        {steps.length === 0 && failure}
      </Panel>
    </section>
  );
}

interface Props {
  taskId: number;
  step: FollowedStep;
  editStep: (path: string) => void;
  /** Whether its picture is large at first. */
  isLarge: boolean;
  children: ReactNode;
}

function LiveStep({ taskId, step, editStep, isLarge, children }: Props) {
  const { number, place, type, sentence, startedAt, endedAt, outcome, note, hasPicture } = step;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-1">
      <StepMark outcome={outcome} />
      <div className="space-y-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {number > 0 && <span className="text-12 text-muted tabular-nums">{place}</span>}
          <span className="min-w-0 break-words text-13">{sentence || type}</span>
          {number > 0 && <span className="font-mono text-12 text-muted">{type}</span>}
          <span className="text-13 text-muted tabular-nums">
            {endedAt ? duration(endedAt.getTime() - startedAt.getTime()) : "in progress"}
            {outcome && outcome !== "done" && ` · ${outcome}`}
          </span>
          {number > 0 && outcome === "failed" && (
            <button
              type="button"
              aria-label={`Edit step ${place}`}
              onClick={() => editStep(`steps.${place}`)}
              className="rounded-field text-13 text-accent underline underline-offset-4"
            >
              Edit
            </button>
          )}
        </p>
        {note && <p className="text-13 text-muted">{note}</p>}
        {children}
        {hasPicture && <StepPicture taskId={taskId} step={step} isLarge={isLarge} />}
      </div>
    </li>
  );
}

/** What the page showed at a step; small, unless it is the one to look at. A click makes it large or small. */
function StepPicture({ taskId, step, isLarge }: { taskId: number; step: FollowedStep; isLarge: boolean }) {
  const [chosen, setChosen] = useState<boolean>();
  const found = trpc.tasks.picture.useQuery({ taskId, stepId: step.stepId }, { staleTime: "static" });
  const large = chosen ?? isLarge;
  if (found.error) return <LoadError message={found.error.message} retry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className={large ? "h-48 w-full" : "h-24 w-40"} />;
  const { picture } = found.data;
  if (!picture) return null;
  return (
    <button
      type="button"
      aria-expanded={large}
      onClick={() => setChosen(!large)}
      className={`block rounded-field ${large ? "w-full" : "w-40"}`}
    >
      <img
        src={`data:${picture.mediaType};base64,${picture.base64}`}
        alt={`The page at step ${step.place}`}
        className="w-full rounded-field border border-line"
      />
    </button>
  );
}

type FollowedStep = Answers["tasks"]["timeline"]["items"][number];
