"use client";

import type { Route } from "next";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { buttonClass } from "../../components/button-class.ts";
import { Empty, Loaded } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { trpc } from "../../trpc/client.tsx";
import { useCurrent } from "../../trpc/use-current.ts";
import { NotifyButton } from "../waits/notify-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { LiveRows } from "./live-rows.tsx";
import { filterHref, leavesOut, readFilter } from "./task-filter.ts";
import { useLiveList } from "./use-live-list.ts";

/** The latest tasks of the account, as they are now. The filter is in the address, and applied by the server to all tasks. */
export function TaskList() {
  const filter = readFilter(useSearchParams());
  const tasks = useLiveList(filter);
  const shown = useCurrent(tasks);
  const { data: me } = trpc.account.me.useQuery();
  const next = shown?.next ?? undefined;
  return (
    <>
      <PageHead
        title="Tasks"
        actions={
          <>
            <NotifyButton />
            <Link href={"/dashboard/tasks/waiting" as Route} className={buttonClass("plain", "small")}>
              Answer waits{me && me.waiting > 0 && ` (${me.waiting})`}
            </Link>
          </>
        }
      >
        Tasks of your account, newest first, as they happen.
      </PageHead>
      <FilterBar filter={filter} />
      <Loaded query={{ data: shown, error: tasks.error, refetch: tasks.refetch }} skeleton="h-64 w-full">
        {shown && shown.items.length > 0 ? (
          <LiveRows key={filterHref(filter)} items={shown.items} />
        ) : next ? (
          <p className="text-muted">None of the latest tasks match. Try older ones.</p>
        ) : (
          <Empty title={leavesOut(filter) ? "No matching tasks" : "No tasks yet"}>
            <p>
              {leavesOut(filter)
                ? "The chart also counts refused calls and other accounts' tasks with your softId, which are not listed here."
                : "Create one with the API. The API reference has an example call."}
            </p>
            {!leavesOut(filter) && <PageLink href="/docs/reference#createTask">API reference</PageLink>}
          </Empty>
        )}
      </Loaded>
      <div className="mt-3 flex justify-between">
        {filter.after ? <PageLink href={filterHref({ ...filter, after: undefined })}>Latest</PageLink> : <span />}
        {next && <PageLink href={filterHref({ ...filter, after: next })}>Older</PageLink>}
      </div>
    </>
  );
}
