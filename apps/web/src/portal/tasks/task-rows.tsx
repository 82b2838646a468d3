import { CodeBlock } from "../../components/code-block.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty } from "../../components/panel.tsx";
import { StateBadge, TemplateName, waitName } from "../../components/task-labels.tsx";
import { ButtonLink, RowLink, TextLink } from "../../components/text-link.tsx";
import { dollars } from "../../format/numbers.ts";
import type { Answers } from "../../trpc/client.tsx";
import { firstCall } from "../guide/first-steps.ts";
import { usePortal } from "../portal-context.tsx";
import { runPath } from "../templates/template-path.ts";
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
