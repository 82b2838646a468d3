import { useState } from "react";
import { MoreButton, type MorePages } from "../../components/button.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded, Panel, Skeleton } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { duration } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";

export type Step = Answers["tasks"]["timeline"]["items"][number];

interface Props {
  steps: Step[] | undefined;
  more: MorePages;
  task: Answers["tasks"]["get"];
}

export function Timeline({ steps, more, task }: Props) {
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
        <TimelineSteps taskId={task.taskId} steps={steps} more={more} />
      )}
      <p className="text-13">
        <PageLink href="/dashboard/tasks">All tasks</PageLink>
      </p>
    </Panel>
  );
}

interface StepsProps {
  taskId: number;
  steps: readonly Step[];
  more: MorePages;
  /** The step whose picture is open. */
  pictured?: Step | undefined;
  /** Whether the other pictures are shown small until they are opened. */
  showsAll?: boolean;
  /** Opens the form of a step that has failed, by its path. */
  editStep?: ((path: string) => void) | undefined;
}

export function TimelineSteps({ taskId, steps, more, pictured, showsAll = false, editStep }: StepsProps) {
  const longest = Math.max(0, ...steps.map(lasted));
  return (
    <>
      <ol className="space-y-3">
        {steps.map((step) => (
          <TimelineStep
            key={step.stepId}
            taskId={taskId}
            step={step}
            longest={longest}
            isPictured={step === pictured}
            showsAll={showsAll}
            editStep={editStep}
          />
        ))}
      </ol>
      <MoreButton pages={more} />
    </>
  );
}

/** Milliseconds that a step took; 0 while it goes on. */
const lasted = ({ startedAt, endedAt }: Step): number => (endedAt ? endedAt.getTime() - startedAt.getTime() : 0);

interface StepProps extends Pick<StepsProps, "taskId" | "editStep"> {
  step: Step;
  /** Milliseconds of the longest step. */
  longest: number;
  isPictured: boolean;
  showsAll: boolean;
}

function TimelineStep({ taskId, step, longest, isPictured, showsAll, editStep }: StepProps) {
  const { stepId, run, number, place, type, sentence, startedAt, endedAt, outcome, note, hasPicture } = step;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 gap-y-1 sm:grid-cols-[1.25rem_minmax(0,1fr)_11rem]">
      <StepMark outcome={outcome} />
      <div className="min-w-0">
        <p>
          <span className="break-words">{sentence || type}</span>
          {number > 0 && <span className="font-mono text-12 text-muted"> {type}</span>}
        </p>
        <p className="text-12 text-muted tabular-nums">
          {number > 0 && `step ${place} · `}
          <Moment at={startedAt} />
          {run > 1 && ` · run ${run}`}
          {outcome && outcome !== "done" && ` · ${outcome}`}
          {editStep && number > 0 && outcome === "failed" && (
            <button
              type="button"
              aria-label={`Edit step ${place}`}
              onClick={() => editStep(`steps.${place}`)}
              className="ml-2 rounded-field text-13 text-accent underline underline-offset-4"
            >
              Edit
            </button>
          )}
        </p>
        {note && <p className="text-13 text-muted">{note}</p>}
        {hasPicture && (
          <Picture taskId={taskId} stepId={stepId} place={`step ${place}`} shown={isPictured} small={showsAll} />
        )}
      </div>
      <div className="col-start-2 flex h-5 items-center gap-2 sm:col-start-3">
        <span aria-hidden="true" className="h-1.5 min-w-0 grow rounded-field bg-raised">
          <span
            className={`block h-full min-w-0.5 rounded-field ${type === "WAIT_FOR_VARIABLE_VALUE" ? "bg-waits" : "bg-accent"}`}
            style={{ width: `${longest > 0 ? (lasted(step) / longest) * 100 : 0}%` }}
          />
        </span>
        <span className="w-20 shrink-0 text-right text-13 text-muted tabular-nums">
          {endedAt ? duration(lasted(step)) : "in progress"}
        </span>
      </div>
    </li>
  );
}

function StepMark({ outcome }: Pick<Step, "outcome">) {
  const tone = outcome === "done" ? "text-ready" : outcome ? "text-failed" : "text-waits";
  return (
    <span aria-hidden="true" className={tone}>
      {outcome === "done" ? "✓" : outcome ? "✕" : "●"}
    </span>
  );
}

interface PictureProps {
  taskId: number;
  stepId: number;
  place: string;
  /** Whether it is open until a person says otherwise. */
  shown: boolean;
  /** Whether it is shown small while it is not open. */
  small?: boolean;
}

/** What a page showed at a step. Loaded when it is opened, because a picture is larger than a whole timeline. */
export function Picture({ taskId, stepId, place, shown, small = false }: PictureProps) {
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? shown;
  const picture = trpc.tasks.picture.useQuery({ taskId, stepId }, { enabled: open || small, staleTime: "static" });
  const image = (look: string) =>
    picture.data?.picture && (
      <img
        src={`data:${picture.data.picture.mediaType};base64,${picture.data.picture.base64}`}
        alt={`The page at ${place}`}
        className={`rounded-field border border-line ${look}`}
      />
    );
  // The browser also says so when `shown` changes.
  const toggled = (isOpen: boolean) => setChosen(isOpen === shown ? undefined : isOpen);
  return (
    <details className="mt-1" open={open} onToggle={({ currentTarget }) => toggled(currentTarget.open)}>
      <summary className="cursor-pointer text-13 text-accent">
        Page screenshot
        {small && !open && image("mt-1 w-40")}
      </summary>
      <Loaded query={picture} skeleton="mt-2 h-48 w-full max-w-xl">
        {image("mt-2 w-full max-w-xl") ?? <p className="text-13 text-muted">The screenshot is no longer kept.</p>}
      </Loaded>
    </details>
  );
}
