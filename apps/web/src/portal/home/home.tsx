"use client";

import { LoadError, Loaded, PageHead } from "../../components/panel.tsx";
import { stateLooks } from "../../components/task-labels.tsx";
import { ButtonLink, PageLink } from "../../components/text-link.tsx";
import { dollars } from "../../format/numbers.ts";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { filterHref, homeLists } from "../tasks/task-filter.ts";
import { NoTasks, TaskRows } from "../tasks/task-rows.tsx";
import { runPath } from "../templates/template-path.ts";
import { useInbox, WaitList } from "../waits/inbox.tsx";
import { NotifyButton } from "../waits/notify-button.tsx";

/** Waits that are answered here; the others are on their own page. */
const waitsShown = 3;

export function Home() {
  const inbox = useInbox();
  const latest = trpc.tasks.list.useQuery({ limit: 1 }, { refetchInterval: orRetry(10_000) });
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
          <div className={headClass}>
            <h2 className="font-semibold text-16">Waiting for you</h2>
            {total > waitsShown && (
              <PageLink href="/dashboard/tasks/waiting">All {total.toLocaleString("en")}</PageLink>
            )}
          </div>
          <WaitList waits={waits.slice(0, waitsShown)} pictured={1} />
        </section>
      )}
      <Loaded query={latest} skeleton="h-64 w-full">
        {latest.data?.items.length === 0 ? (
          <NoTasks />
        ) : (
          homeLists.map((list) => <TasksInState key={list.title} {...list} />)
        )}
      </Loaded>
    </>
  );
}

const headClass = "mb-2 flex flex-wrap items-baseline justify-between gap-3";

function TasksInState({ title, input, none }: (typeof homeLists)[number]) {
  const list = trpc.tasks.list.useQuery(input, { refetchInterval: orRetry(10_000) });
  return (
    <section aria-label={title} className="mb-6">
      <div className={headClass}>
        <h2 className="font-semibold text-16">{title}</h2>
        <PageLink href={filterHref({ state: input.state })}>All {stateLooks[input.state].word.toLowerCase()}</PageLink>
      </div>
      <Loaded query={list} skeleton="h-24 w-full">
        {list.data && list.data.items.length > 0 ? (
          <TaskRows items={list.data.items} />
        ) : (
          <p className="text-muted">{none}</p>
        )}
      </Loaded>
    </section>
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
