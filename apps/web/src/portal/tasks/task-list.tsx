"use client";

import { type ErrorCode, errorCodes } from "@gatepost/contract/errors";
import type { TaskState } from "@gatepost/domain/task/states";
import { keepPreviousData } from "@tanstack/react-query";
import type { Route } from "next";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Moment } from "../../components/moment.tsx";
import { Empty, LoadError, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { StateBadge, shownStates, stateLooks } from "../../components/state-badge.tsx";
import { dollars } from "../../format/money.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { useCurrent } from "../../trpc/use-current.ts";
import { NotifyButton } from "../waits/notify-button.tsx";

type Task = Answers["tasks"]["list"]["items"][number];

/** The latest tasks of the account. The filter is in the address, and applied by the server to all tasks. */
export function TaskList() {
  const { state, code, softId, after } = readFilter(useSearchParams());
  const tasks = trpc.tasks.list.useQuery(
    { state, errorCode: code, softId, cursor: after },
    { refetchInterval: orRetry(after ? false : 2_000), placeholderData: keepPreviousData },
  );
  const shown = useCurrent(tasks);
  const next = shown?.next ?? undefined;
  const filtered = state || code || softId;
  return (
    <>
      <PageHead title="Tasks" actions={<NotifyButton />}>
        Tasks created with your keys, newest first. You can enter the value a task is waiting for here.
      </PageHead>
      <nav aria-label="State" className="mb-4 flex flex-wrap gap-1">
        {[undefined, ...shownStates].map((one) => (
          <Link
            key={one ?? "all"}
            href={href({ state: one, softId })}
            aria-current={one === state ? "true" : undefined}
            className={`rounded-field px-3 py-1.5 text-13 ${one === state ? "bg-raised font-semibold" : "text-muted hover:bg-raised hover:text-ink"}`}
          >
            {one ? stateLooks[one].word : "All"}
          </Link>
        ))}
        {code && <Filter href={href({ state, softId })} name={code} drop="show all codes" />}
        {softId && <Filter href={href({ state, code })} name={`softId ${softId}`} drop="show all applications" />}
      </nav>
      {tasks.error ? (
        <LoadError message={tasks.error.message} retry={() => tasks.refetch()} />
      ) : !shown ? (
        <Skeleton className="h-64 w-full" />
      ) : shown.items.length === 0 && next ? (
        <p className="text-muted">None of the latest tasks match. Try older ones.</p>
      ) : shown.items.length === 0 ? (
        <Empty title={filtered ? "No matching tasks" : "No tasks yet"}>
          <p>
            {filtered
              ? "The chart also counts refused calls and other accounts' tasks with your softId, which are not listed here."
              : "Create one with the API. You find an example call under Apps."}
          </p>
          <Link href={"/dashboard" as Route} className="text-accent underline underline-offset-4">
            Show the call
          </Link>
        </Empty>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
          {shown.items.map((task) => (
            <Row key={task.taskId} {...task} />
          ))}
        </ul>
      )}
      <div className="mt-3 flex justify-between">
        {after ? (
          <Link href={href({ state, code, softId })} className="text-accent underline underline-offset-4">
            Latest
          </Link>
        ) : (
          <span />
        )}
        {next && (
          <Link href={href({ state, code, softId, after: next })} className="text-accent underline underline-offset-4">
            Older
          </Link>
        )}
      </div>
    </>
  );
}

interface TaskFilter {
  state?: TaskState | undefined;
  code?: ErrorCode | undefined;
  softId?: number | undefined;
  after?: number | undefined;
}

function readFilter(params: URLSearchParams): TaskFilter {
  const number = (name: string) => Math.trunc(Number(params.get(name))) || undefined;
  return {
    state: shownStates.find((one) => one === params.get("state")),
    code: errorCodes.find((one) => one === params.get("code")),
    softId: number("app"),
    after: number("after"),
  };
}

function href({ state, code, softId, after }: TaskFilter): Route {
  const to = new URLSearchParams();
  if (state) to.set("state", state);
  if (code) to.set("code", code);
  if (softId) to.set("app", String(softId));
  if (after) to.set("after", String(after));
  return `/dashboard/tasks${to.size > 0 ? `?${to}` : ""}` as Route;
}

/** The active filters, and a way to remove them. */
function Filter({ href: to, name, drop }: { href: Route; name: string; drop: string }) {
  return (
    <Link href={to} className="rounded-field border border-line px-3 py-1.5 text-13 hover:border-muted">
      {name} <span aria-hidden="true">✕</span>
      <span className="sr-only">, {drop}</span>
    </Link>
  );
}

function Row({ taskId, templateName, state, waitingFor, errorCode, price, softId, createdAt }: Task) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised">
      <span className="w-24">
        <StateBadge state={state} />
      </span>
      <div className="min-w-48 flex-1">
        <Link
          href={`/dashboard/tasks/${taskId}` as Route}
          className="rounded-field font-semibold tabular-nums after:absolute after:inset-0 after:content-['']"
        >
          Task {taskId}
        </Link>
        <p className="text-13 text-muted">
          {templateName}
          {softId !== null && ` · softId ${softId}`}
          {errorCode && <span className="font-mono text-12 text-failed"> · {errorCode}</span>}
          {waitingFor.length > 0 && <span className="text-waits"> · waiting for {waitingFor.join(", ")}</span>}
        </p>
      </div>
      <span className="text-13 text-muted tabular-nums">{dollars(price)}</span>
      <span className="text-13 text-muted">
        <Moment at={createdAt} />
      </span>
    </li>
  );
}
