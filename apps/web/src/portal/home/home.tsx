"use client";

import { CodeBlock } from "../../components/code-block.tsx";
import { List } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty, LoadError, Loaded, PageHead, Panel } from "../../components/panel.tsx";
import { StateBadge, TemplateName } from "../../components/task-labels.tsx";
import { ButtonLink, PageLink, RowLink, TextLink } from "../../components/text-link.tsx";
import { dollars } from "../../format/numbers.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { firstCall } from "../guide/first-steps.ts";
import { usePortal } from "../portal-context.tsx";
import { runPath } from "../templates/template-path.ts";
import { useInbox, WaitList } from "../waits/inbox.tsx";
import { NotifyButton } from "../waits/notify-button.tsx";
import { type HomeList, homeInput, homeLists } from "./home-lists.ts";

/** Waits that are answered here; the others are on their own page. */
const waitsShown = 3;

export function Home() {
  const inbox = useInbox();
  const any = trpc.tasks.list.useQuery({ limit: 1 }, { refetchInterval: orRetry(10_000) });
  const isNew = any.data?.items.length === 0 && any.data.next === null;
  const waits = inbox.data?.waits ?? [];
  const total = inbox.data?.total ?? 0;
  return (
    <>
      <PageHead
        title="Home"
        actions={
          <>
            <NotifyButton />
            <ButtonLink href={runPath()} variant="main">
              Run a template
            </ButtonLink>
          </>
        }
      >
        <Balance />
      </PageHead>
      {inbox.error && !inbox.data && <LoadError message={inbox.error.message} retry={() => inbox.refetch()} />}
      {total > 0 && (
        <section aria-label="Waiting for you" className="mb-6">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
            <h2 className="font-semibold text-16">Waiting for you</h2>
            {total > waitsShown && (
              <PageLink href="/dashboard/tasks/waiting">All {total.toLocaleString("en")}</PageLink>
            )}
          </div>
          <WaitList waits={waits.slice(0, waitsShown)} pictured={1} />
        </section>
      )}
      <Loaded query={any} skeleton="h-64 w-full">
        {isNew ? (
          <NoTasks />
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {homeLists.map((column) => (
              <div key={column[0]?.title} className="min-w-0 space-y-4">
                {column.map((list) => (
                  <TaskPanel key={list.title} {...list} />
                ))}
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Balance() {
  const { data: me } = trpc.account.me.useQuery();
  return (
    <p>
      {me && (
        <>
          <PageLink href="/dashboard/balance">{dollars(me.available)}</PageLink> available
          {me.held > 0 && `, and ${dollars(me.held)} held for open tasks`}.
          {me.available < me.bid && (
            <span className="text-failed"> Not enough for a task, which costs {dollars(me.bid)}.</span>
          )}
        </>
      )}
    </p>
  );
}

function NoTasks() {
  const { key, origin, demoSite } = usePortal();
  return (
    <Empty title="Nothing has run yet">
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

type Listed = Answers["tasks"]["list"]["items"][number];

function TaskPanel({ title, state, none }: HomeList) {
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
      <List
        query={list}
        items={tasks}
        skeleton="h-24 w-full"
        empty={<p className="text-muted">{none}</p>}
        className="-mx-2"
      >
        {(task) => <Row key={task.taskId} task={task} />}
      </List>
    </Panel>
  );
}

function Row({ task: { taskId, templateName, state, errorCode, createdAt, endedAt } }: { task: Listed }) {
  return (
    <li className="relative flex items-baseline gap-3 rounded-field px-2 py-1.5 hover:bg-raised">
      <div className="min-w-0 flex-1">
        <RowLink href={`/dashboard/tasks/${taskId}`}>Task {taskId}</RowLink>{" "}
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
