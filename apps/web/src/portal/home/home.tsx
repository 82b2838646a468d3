"use client";

import { CodeBlock } from "../../components/code-block.tsx";
import { Empty, LoadError, Loaded, PageHead } from "../../components/panel.tsx";
import { ButtonLink, PageLink, TextLink } from "../../components/text-link.tsx";
import { dollars } from "../../format/numbers.ts";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { firstCall } from "../guide/first-steps.ts";
import { usePortal } from "../portal-context.tsx";
import { latestTasks } from "../tasks/task-filter.ts";
import { LiveRows } from "../tasks/task-rows.tsx";
import { runPath } from "../templates/template-path.ts";
import { useInbox, WaitList } from "../waits/inbox.tsx";
import { NotifyButton } from "../waits/notify-button.tsx";

/** Waits that are answered here; the others are on their own page. */
const waitsShown = 3;

export function Home() {
  const inbox = useInbox();
  const latest = trpc.tasks.list.useQuery(latestTasks, { refetchInterval: orRetry(10_000) });
  const tasks = latest.data?.items ?? [];
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
      <Loaded query={latest} skeleton="h-64 w-full">
        {tasks.length === 0 ? (
          <NoTasks />
        ) : (
          <section aria-label="Latest tasks">
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
              <h2 className="font-semibold text-16">Latest tasks</h2>
              <PageLink href="/dashboard/tasks">All tasks</PageLink>
            </div>
            <LiveRows items={tasks} />
          </section>
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
