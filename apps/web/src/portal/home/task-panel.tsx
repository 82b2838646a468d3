"use client";

import type { Route } from "next";
import Link from "next/link";
import { Moment } from "../../components/moment.tsx";
import { Loaded } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge, TemplateName } from "../../components/task-labels.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { type HomeList, homeInput } from "./home-lists.ts";

type Listed = Answers["tasks"]["list"]["items"][number];

/** The latest tasks of a state. */
export function TaskPanel({ title, state, none }: HomeList) {
  const list = trpc.tasks.list.useQuery(homeInput(state), { refetchInterval: orRetry(10_000) });
  const tasks = list.data?.items ?? [];
  if (tasks.length === 0 && none === undefined) return null;
  return (
    <Panel
      title={title}
      actions={
        tasks.length > 0 && (
          <PageLink href={`/dashboard/tasks?state=${state}`}>All {title.split(" ")[0]?.toLowerCase()}</PageLink>
        )
      }
    >
      <Loaded query={list} skeleton="h-24 w-full">
        {tasks.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <ul className="-mx-2">
            {tasks.map((task) => (
              <Row key={task.taskId} task={task} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function Row({ task: { taskId, templateName, state, errorCode, createdAt, endedAt } }: { task: Listed }) {
  return (
    <li className="relative flex items-baseline gap-3 rounded-field px-2 py-1.5 hover:bg-raised">
      <div className="min-w-0 flex-1">
        <Link
          href={`/dashboard/tasks/${taskId}` as Route}
          prefetch={false}
          className="rounded-field font-semibold tabular-nums after:absolute after:inset-0 after:content-['']"
        >
          Task {taskId}
        </Link>{" "}
        <span className="break-words text-13 text-muted">
          <TemplateName name={templateName} />
        </span>
        {errorCode && <p className="font-mono text-12 text-failed">{errorCode}</p>}
      </div>
      <span className="sr-only">
        <StateBadge state={state} />
      </span>
      <span className="text-13 text-muted">
        <Moment at={endedAt ?? createdAt} />
      </span>
    </li>
  );
}
