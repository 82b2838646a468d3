"use client";

import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import type { ChangeEvent } from "react";
import { Field, Form, SelectField, SubmitButton } from "../../components/form.tsx";
import { usePageVisible } from "../../components/page-hooks.ts";
import { Empty, Loaded, PageHead } from "../../components/panel.tsx";
import { shownStates, stateLooks } from "../../components/task-labels.tsx";
import { ButtonLink, PageLink } from "../../components/text-link.tsx";
import { spanName } from "../../format/time.ts";
import { trpc, useCurrent } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { runPath } from "../templates/template-path.ts";
import { TemplateSelect } from "../templates/template-select.tsx";
import { NotifyButton } from "../waits/notify-button.tsx";
import { filterHref, isOver, leavesOut, listInputOf, readFilter, type TaskFilter } from "./task-filter.ts";
import { LiveRows, NoTasks } from "./task-rows.tsx";

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
            <ButtonLink href="/dashboard/tasks/waiting" size="small">
              Answer waits{me && me.waiting > 0 && ` (${me.waiting})`}
            </ButtonLink>
            <ButtonLink href={runPath()} variant="main" size="small">
              Run a template
            </ButtonLink>
          </>
        }
      >
        The tasks of your account, newest first. The list updates by itself.
      </PageHead>
      <FilterBar filter={filter} />
      <Loaded query={{ data: shown, error: tasks.error, refetch: tasks.refetch }} skeleton="h-64 w-full">
        {shown && shown.items.length > 0 ? (
          <LiveRows key={filterHref(filter)} items={shown.items} />
        ) : next ? (
          <p className="text-muted">None of the latest tasks match. Try older ones.</p>
        ) : leavesOut(filter) ? (
          <Empty title="No matching tasks">
            <p>
              {filter.softId
                ? "The chart also counts refused calls and other accounts' tasks with your softId, which are not listed here."
                : "Change the filters, or show all tasks."}
            </p>
            <ButtonLink href={filterHref({})}>Show all tasks</ButtonLink>
          </Empty>
        ) : (
          <NoTasks />
        )}
      </Loaded>
      <div className="mt-3 flex justify-between">
        {filter.after ? <PageLink href={filterHref({ ...filter, after: undefined })}>Latest</PageLink> : <span />}
        {next && <PageLink href={filterHref({ ...filter, after: next })}>Older</PageLink>}
      </div>
    </>
  );
}

/** What the list can be narrowed to. Every choice is in the address, so that it can be kept and shared. */
function FilterBar({ filter }: { filter: TaskFilter }) {
  const { state, errorCode, softId, templateName, search, ended } = filter;
  const router = useRouter();
  const applications = trpc.applications.list.useQuery({ limit: 100 });
  const hrefOf = (changed: TaskFilter) => filterHref({ ...filter, after: undefined, ...changed });
  const without = (part: keyof TaskFilter) => hrefOf({ [part]: undefined });
  const show = (changed: TaskFilter) => router.push(hrefOf(changed));
  const owned = applications.data?.items ?? [];
  const isOther = softId !== undefined && !owned.some((one) => one.softId === softId);
  // A text that is typed and not sent counts once another filter is chosen, because the field still shows it.
  const submit = (fields: FormData) => {
    const [search, templateName, app] = ["q", "template", "app"].map((name) => String(fields.get(name)).trim());
    show({ search: search || undefined, templateName: templateName || undefined, softId: Number(app) || undefined });
  };
  const send = ({ target }: ChangeEvent<HTMLSelectElement>) => target.form?.requestSubmit();
  return (
    <div className="mb-4 space-y-3">
      <nav aria-label="State" className="flex flex-wrap gap-1">
        {[undefined, ...shownStates].map((one) => (
          <Link
            key={one ?? "all"}
            href={hrefOf({ state: one })}
            aria-current={one === state ? "true" : undefined}
            className={`rounded-field px-3 py-1.5 text-13 ${one === state ? "bg-raised font-semibold" : "text-muted hover:bg-raised hover:text-ink"}`}
          >
            {one ? stateLooks[one].word : "All"}
          </Link>
        ))}
        {errorCode && <Removable href={without("errorCode")} name={errorCode} drop="show all codes" />}
        {ended && (
          <Removable
            href={without("ended")}
            name={`Ended ${spanName(ended)}, ${ended.timezone}`}
            drop="show all days"
          />
        )}
      </nav>
      <Form submit={submit} keepsValues className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_14rem]">
        <div className="flex items-end gap-2 sm:col-span-2 lg:col-span-1">
          <Field
            place="min-w-0 grow"
            key={search}
            label="Search"
            name="q"
            type="search"
            maxLength={200}
            defaultValue={search}
            placeholder="Task ID, URL, template or error"
          />
          <SubmitButton>Search</SubmitButton>
        </div>
        <TemplateSelect label="Template" name="template" none="Any" value={templateName ?? ""} onChange={send} />
        <SelectField label="Application" name="app" value={softId ?? ""} onChange={send}>
          <option value="">Any</option>
          {isOther && <option value={softId}>softId {softId}</option>}
          {owned.map((one) => (
            <option key={one.softId} value={one.softId}>
              {one.name}
            </option>
          ))}
        </SelectField>
      </Form>
    </div>
  );
}

/** A filter that has no field here, and a way to remove it. */
function Removable({ href, name, drop }: { href: string; name: string; drop: string }) {
  return (
    <Link href={href} className="rounded-field border border-line px-3 py-1.5 text-13 hover:border-muted">
      {name} <span aria-hidden="true">✕</span>
      <span className="sr-only">, {drop}</span>
    </Link>
  );
}

/** Milliseconds between two polls: with an event stream, which does not report tasks that end in the queue; and without one. */
const poll = { live: 15_000, cutOff: 2_000 };

/** The tasks that match, as they are now. Older pages and past days are not followed. */
function useLiveList(filter: TaskFilter) {
  const client = trpc.useUtils();
  const isVisible = usePageVisible();
  const input = listInputOf(filter);
  const isLatest = filter.after === undefined && !isOver(filter, new Date());
  const { status } = trpc.tasks.followList.useSubscription(input, {
    enabled: isVisible && isLatest,
    onData: (page) => client.tasks.list.setData(input, page),
  });
  const refetchInterval = orRetry(isLatest && (status === "pending" ? poll.live : poll.cutOff));
  return trpc.tasks.list.useQuery(input, { refetchInterval, placeholderData: keepPreviousData });
}
