"use client";

import { useRef } from "react";
import { Moment } from "../../components/moment.tsx";
import { Empty } from "../../components/notice.tsx";
import { PageHead } from "../../components/panel.tsx";
import { PageLink, TextLink } from "../../components/text-link.tsx";
import { calendarDay } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/query-data.ts";
import { DeleteSession, KeptItem, KeptList } from "./kept-list.tsx";
import { SecretList } from "./secret-list.tsx";

/** What the account keeps for its tasks: secrets that templates type, and sessions in which tasks stay signed in. */
export function SecretsPage() {
  return (
    <>
      <PageHead title="Secrets and sessions">
        What your tasks sign in with, and where they stay signed in. Stored encrypted; values are never shown again.
      </PageHead>
      <div className="space-y-8">
        <SecretList />
        <SessionList />
      </div>
    </>
  );
}

type Session = Answers["sessions"]["list"]["items"][number];

/** The sessions: where each is signed in, when a task last left it, and which task has it now. */
function SessionList() {
  const list = trpc.sessions.list.useInfiniteQuery({}, pages);
  const sessions = itemsOf(list.data);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <KeptList
      id="sessions"
      title="Sessions"
      heading={heading}
      list={list}
      empty={
        <Empty title="No sessions yet">
          <p>
            Give a template or a task a <span className="font-mono text-13">session</span>, and its tasks stay signed in
            from one to the next.
          </p>
          <TextLink href="/docs/signing-in#sessions">How sessions work</TextLink>
        </Empty>
      }
    >
      {sessions?.map((session) => (
        <KeptItem
          key={session.id}
          name={session.name}
          actions={<DeleteSession name={session.name} onDeleted={() => heading.current?.focus()} />}
        >
          <SessionFacts {...session} />
        </KeptItem>
      ))}
    </KeptList>
  );
}

function SessionFacts({ site, savedAt, expiresAt, taskId, openTasks, problem }: Session) {
  const held = openTasks - (taskId === null ? 0 : 1);
  return (
    <>
      <p>
        {savedAt ? (
          <>
            {site && <span className="font-mono text-12 text-ink">{site}</span>}
            {site && " · "}last used <Moment at={savedAt} />
          </>
        ) : (
          "Nothing saved in it yet"
        )}
        {` · kept until ${calendarDay(expiresAt.toISOString())}`}
      </p>
      {taskId !== null && (
        <p>
          <span className="text-waits">
            <span aria-hidden="true">● </span>in use by{" "}
          </span>
          <PageLink href={`/dashboard/tasks/${taskId}`} prefetch={false}>
            task {taskId}
          </PageLink>
          {held > 0 && `; ${held} more ${held === 1 ? "waits" : "wait"} for it`}
        </p>
      )}
      {problem && (
        <p className="text-failed">
          <span aria-hidden="true">✕ </span>The session of the last task was not saved. {problem}
        </p>
      )}
    </>
  );
}
