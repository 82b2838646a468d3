import { Button } from "../../components/button.tsx";
import { Notice, Panel, Skeleton } from "../../components/panel.tsx";
import { StateBadge } from "../../components/task-labels.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { itemsOf, trpc } from "../../trpc/client.tsx";
import { TimelineSteps } from "../tasks/timeline.tsx";
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
        <TimelineSteps
          taskId={taskId}
          steps={steps}
          more={timeline}
          // The live page shows the same.
          pictured={isOver || !keepsOpen ? steps.findLast(({ hasPicture }) => hasPicture) : undefined}
          editStep={editStep}
        />
        {task.errorCode && (
          <Notice tone="failed" className="mt-3">
            <span className="font-mono text-13">{task.errorCode}</span>: {task.errorDescription}
          </Notice>
        )}
      </Panel>
    </section>
  );
}
