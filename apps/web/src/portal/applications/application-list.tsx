"use client";

import type { Route } from "next";
import Link from "next/link";
import { useEffect } from "react";
import { buttonClass } from "../../components/button-class.ts";
import { Check } from "../../components/field.tsx";
import { inputClass } from "../../components/input-class.ts";
import { Empty, LoadError, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { SmallSelect } from "../../components/small-select.tsx";
import { trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { orRetry } from "../../trpc/query-client.ts";
import { useAddress } from "../report/use-address.ts";
import { ApplicationTable } from "./application-table.tsx";
import { applicationsShown } from "./applications-shown.ts";
import { type ListView, periodNames, readListView, writeListView } from "./list-view.ts";

/** The account's applications, filtered and sorted here, because an account has about a hundred at most. */
export function ApplicationList() {
  const [address, push] = useAddress();
  const view = readListView(new URLSearchParams(address));
  const show = (next: Partial<ListView>) =>
    push(writeListView({ ...view, ...next }), next.search === undefined ? undefined : "replace");
  const list = trpc.applications.list.useInfiniteQuery(
    { limit: applicationsShown, ...(view.archived && { archived: true }) },
    { ...pages, refetchInterval: orRetry(30_000) },
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  // The totals are those of all applications.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const applications = itemsOf(list.data);
  return (
    <>
      <PageHead
        title="Applications"
        actions={
          <Link href={"/dashboard/apps/new" as Route} className={buttonClass("main")}>
            Register an application
          </Link>
        }
      >
        Tasks that are created with an application's softId are counted for it.
      </PageHead>
      <Filters view={view} show={show} />
      {list.error && !applications ? (
        <LoadError message={list.error.message} retry={() => list.refetch()} />
      ) : !applications ? (
        <Skeleton className="h-96 w-full" />
      ) : applications.length > 0 ? (
        <>
          {view.archived && <p className="mb-3 text-muted">Restore an archived application in its settings.</p>}
          <ApplicationTable applications={applications} view={view} show={show} />
        </>
      ) : view.archived ? (
        <p className="text-muted">No application is archived.</p>
      ) : (
        <Empty title="No applications yet">
          <p>Register the program that calls this service. You get a softId to add to its tasks, and a public page.</p>
          <Link href={"/dashboard/apps/new" as Route} className={buttonClass("main")}>
            Register an application
          </Link>
        </Empty>
      )}
    </>
  );
}

function Filters({ view, show }: { view: ListView; show: (next: Partial<ListView>) => void }) {
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
      <input
        type="search"
        aria-label="Filter applications"
        placeholder="Filter by name or softId"
        value={view.search}
        onChange={({ target }) => show({ search: target.value })}
        className={`${inputClass} h-8 w-full sm:w-64`}
      />
      <SmallSelect
        label="Period of the figures"
        value={view.period}
        names={periodNames}
        choose={(period) => show({ period })}
      />
      <Check
        className="h-8 text-13"
        checked={view.archived}
        onChange={({ target }) => show({ archived: target.checked })}
      >
        Archived
      </Check>
    </search>
  );
}
