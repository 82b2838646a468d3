import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Check } from "../../components/form.tsx";
import { listPanel } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty } from "../../components/panel.tsx";
import { StateBadge, TemplateName, waitName } from "../../components/task-labels.tsx";
import { ButtonLink, RowLink, TextLink } from "../../components/text-link.tsx";
import { dollars } from "../../format/numbers.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { firstCall } from "../guide/first-steps.ts";
import { usePortal } from "../portal-context.tsx";
import { runPath } from "../templates/template-path.ts";
import { useSteadyRows } from "./use-steady-rows.ts";

const idOf = ({ taskId }: ListedTask) => taskId;

/** Rows that change by themselves, but not their order while somebody points at them or has chosen some. */
export function LiveRows({ items }: ListProps) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const { rows, added, hold } = useSteadyRows(items, { isHeld: ids.size > 0, idOf });
  const open = rows.filter(({ endedAt }) => !endedAt);
  const chosen = open.filter(({ taskId }) => ids.has(taskId));
  const areAll = open.length > 0 && chosen.length === open.length;
  function choose(taskId: number, isChosen: boolean) {
    const next = new Set(ids);
    if (isChosen) next.add(taskId);
    else next.delete(taskId);
    setIds(next);
  }
  return (
    <>
      <BulkCancel chosen={chosen} clear={() => setIds(new Set())} />
      <div className="mb-1 flex min-h-6 flex-wrap items-center gap-4 px-4 text-13 text-muted">
        {open.length > 0 && (
          <Check checked={areAll} onChange={() => setIds(new Set(areAll ? [] : open.map(idOf)))}>
            {open.length === 1 ? "Choose the one that has not ended" : `Choose all ${open.length} that have not ended`}
          </Check>
        )}
        <span role="status">
          {added > 0 && `${added} new ${added === 1 ? "task" : "tasks"}, shown when the pointer leaves the list`}
        </span>
      </div>
      <ul {...hold} className={listPanel}>
        {rows.map((task) => (
          <TaskRow
            key={task.taskId}
            task={task}
            isChosen={ids.has(task.taskId)}
            choose={open.length > 0 ? choose : undefined}
          />
        ))}
      </ul>
    </>
  );
}

/** Rows that cannot be chosen, in the order of the latest answer unless somebody points at them. */
export function TaskRows({ items }: ListProps) {
  const { rows, hold } = useSteadyRows(items, { idOf });
  return (
    <ul {...hold} className={listPanel}>
      {rows.map((task) => (
        <TaskRow key={task.taskId} task={task} />
      ))}
    </ul>
  );
}

type ListedTask = Answers["tasks"]["list"]["items"][number];

interface ListProps {
  items: readonly ListedTask[];
}

interface RowProps {
  task: ListedTask;
  isChosen?: boolean;
  /** Without it, rows have no place for a box. */
  choose?: ((taskId: number, isChosen: boolean) => void) | undefined;
}

function TaskRow({ task, isChosen, choose }: RowProps) {
  const { taskId, templateName, state, waitingFor, errorCode, price, softId, createdAt, endedAt } = task;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised">
      {choose && (
        <span className="w-4">
          {!endedAt && (
            <input
              type="checkbox"
              aria-label={`Choose task ${taskId}`}
              checked={isChosen}
              onChange={({ target }) => choose(taskId, target.checked)}
              className="relative z-10 block size-4"
            />
          )}
        </span>
      )}
      <span className="w-24">
        <StateBadge state={state} />
      </span>
      <div className={`min-w-40 flex-1 max-sm:order-last max-sm:basis-full ${choose ? "max-sm:pl-8" : ""}`}>
        <RowLink href={`/dashboard/tasks/${taskId}`}>Task {taskId}</RowLink>
        <p className="break-words text-13 text-muted">
          <TemplateName name={templateName} />
          {softId !== null && ` · softId ${softId}`}
          {errorCode && <span className="font-mono text-12 text-failed"> · {errorCode}</span>}
          {waitingFor.length > 0 && (
            <span className="text-waits"> · waiting for {waitingFor.map(waitName).join(", ")}</span>
          )}
        </p>
      </div>
      <span className="text-13 text-muted tabular-nums max-sm:ml-auto">
        {dollars(price)}
        {state === "failed" && " refunded"}
      </span>
      <Moment at={createdAt} className="text-13 text-muted" />
    </li>
  );
}

/** In place of rows, where the account has never had a task. */
export function NoTasks() {
  const { key, origin, demoSite } = usePortal();
  return (
    <Empty title="No tasks yet">
      <p>
        A task runs a template in a browser. When it needs a code or an approval, it asks here and waits for the answer.
      </p>
      <p className="flex flex-wrap items-center gap-4">
        <ButtonLink href={runPath()} variant="main">
          Run a template
        </ButtonLink>
        <TextLink href="/docs/reference">API reference</TextLink>
      </p>
      <details>
        <summary className="cursor-pointer text-13 text-accent">Or create a task from a terminal</summary>
        <p className="my-2 text-13">
          This call signs in to {demoSite ? "the demo site" : "a site"} and waits for a code.
          {key === "YOUR_KEY" && " Replace YOUR_KEY with a key of yours."}
        </p>
        <CodeBlock label="A call that creates a task" code={firstCall({ origin, demoSite, key })} />
      </details>
    </Empty>
  );
}
function BulkCancel({ chosen, clear }: { chosen: readonly ListedTask[]; clear: () => void }) {
  const cancel = trpc.tasks.cancelMany.useMutation({ onSuccess: clear });
  const count = tasks(chosen.length);
  const price = dollars(chosen.reduce((sum, task) => sum + task.price, 0));
  return (
    <>
      {chosen.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-2 text-13">
          <span className="tabular-nums">{count} chosen</span>
          <ConfirmButton
            label={`Cancel ${count}…`}
            question={`Cancel ${count}?`}
            action={`Cancel ${count}`}
            cancel={chosen.length === 1 ? "Keep it" : "Keep them"}
            act={() => cancel.mutateAsync({ taskIds: chosen.map(({ taskId }) => taskId) })}
          >
            {chosen.length === 1 ? "It ends" : "They end"} at once, and {price} in all is refunded. What was already
            done on a site is not undone. A task that has ended by then is not changed.
          </ConfirmButton>
          <Button size="small" variant="quiet" onClick={clear}>
            Clear selection
          </Button>
        </div>
      )}
      <div role="status" className="text-13 text-muted">
        {chosen.length === 0 && cancel.data && (
          <p className="mb-3">
            {tasks(cancel.data.cancelled)} cancelled.
            {cancel.data.ended > 0 && ` ${tasks(cancel.data.ended)} had ended before.`}
          </p>
        )}
      </div>
    </>
  );
}

const tasks = (count: number): string => (count === 1 ? "1 task" : `${count} tasks`);
