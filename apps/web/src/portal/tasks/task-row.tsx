import type { Route } from "next";
import Link from "next/link";
import { Moment } from "../../components/moment.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { dollars } from "../../format/money.ts";
import type { Answers } from "../../trpc/client.tsx";
import { TemplateName } from "./template-name.tsx";

export type ListedTask = Answers["tasks"]["list"]["items"][number];

interface Props {
  task: ListedTask;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

/** A task in the list. One that has not ended can be chosen, to be cancelled with others. */
export function TaskRow({ task, isChosen, choose }: Props) {
  const { taskId, templateName, state, waitingFor, errorCode, price, softId, createdAt, endedAt } = task;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised">
      <span className="w-4">
        {!endedAt && (
          <input
            type="checkbox"
            aria-label={`Choose task ${taskId}`}
            checked={isChosen}
            onChange={({ target }) => choose(target.checked)}
            className="relative z-10 block size-4 accent-accent"
          />
        )}
      </span>
      <span className="w-24">
        <StateBadge state={state} />
      </span>
      <div className="min-w-40 flex-1 max-sm:order-last max-sm:basis-full max-sm:pl-8">
        <Link
          href={`/dashboard/tasks/${taskId}` as Route}
          prefetch={false}
          className="rounded-field font-semibold tabular-nums after:absolute after:inset-0 after:content-['']"
        >
          Task {taskId}
        </Link>
        <p className="break-words text-13 text-muted">
          <TemplateName name={templateName} />
          {softId !== null && ` · softId ${softId}`}
          {errorCode && <span className="font-mono text-12 text-failed"> · {errorCode}</span>}
          {waitingFor.length > 0 && <span className="text-waits"> · waiting for {waitingFor.join(", ")}</span>}
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
