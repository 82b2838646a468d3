import { Moment } from "../../components/moment.tsx";
import { StateBadge, TemplateName, waitName } from "../../components/task-labels.tsx";
import { RowLink } from "../../components/text-link.tsx";
import { dollars } from "../../format/numbers.ts";
import type { Answers } from "../../trpc/client.tsx";
import { useSteadyRows } from "./use-steady-rows.ts";

type ListedTask = Answers["tasks"]["list"]["items"][number];

const idOf = ({ taskId }: ListedTask) => taskId;

/** Rows that change by themselves, but not their order while somebody points at them. */
export function LiveRows({ items }: { items: readonly ListedTask[] }) {
  const { rows, added, hold } = useSteadyRows(items, idOf);
  return (
    <>
      <ul {...hold} className="divide-y divide-line rounded-panel border border-line bg-panel">
        {rows.map((task) => (
          <TaskRow key={task.taskId} task={task} />
        ))}
      </ul>
      <p role="status" className="mt-3 text-13 text-muted empty:hidden">
        {added > 0 && `${added} new ${added === 1 ? "task" : "tasks"}, shown when the pointer leaves the list`}
      </p>
    </>
  );
}

function TaskRow({ task }: { task: ListedTask }) {
  const { taskId, templateName, state, waitingFor, errorCode, price, softId, createdAt } = task;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised">
      <span className="w-24">
        <StateBadge state={state} />
      </span>
      <div className="min-w-40 flex-1 max-sm:order-last max-sm:basis-full">
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
      <span className="text-13 text-muted">
        <Moment at={createdAt} />
      </span>
    </li>
  );
}
