"use client";

import Link from "next/link";
import { inputBox } from "../../components/control-classes.ts";
import { Check } from "../../components/form.tsx";
import { ApplicationIcon } from "../../components/icons.tsx";
import { Empty, Loaded, PageHead } from "../../components/panel.tsx";
import { SmallSelect } from "../../components/select.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { compact, dollars, dollarsOfCents, whole } from "../../format/numbers.ts";
import { type Answers, pages, trpc, useAllItems } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { useAddress } from "../use-address.ts";
import {
  applicationsShown,
  columnKeys,
  columns,
  type ListView,
  listed,
  periodNames,
  readListView,
  writeListView,
} from "./list-view.ts";

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
  // The totals are those of all applications.
  const applications = useAllItems(list);
  const register = (
    <ButtonLink href="/dashboard/apps/new" variant="main">
      Register an application
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Applications" actions={register}>
        Tasks that are created with an application's softId are counted for it.
      </PageHead>
      <Filters view={view} show={show} />
      <Loaded query={list} skeleton="h-96 w-full">
        {applications && applications.length > 0 ? (
          <>
            {view.archived && <p className="mb-3 text-muted">Restore an archived application in its settings.</p>}
            <ApplicationTable applications={applications} view={view} show={show} />
          </>
        ) : view.archived ? (
          <p className="text-muted">No application is archived.</p>
        ) : (
          <Empty title="No applications yet">
            <p>
              Register the program that calls this service. You get a softId to add to its tasks, and a public page.
            </p>
            {register}
          </Empty>
        )}
      </Loaded>
    </>
  );
}

function Filters({ view, show }: { view: ListView; show: (next: Partial<ListView>) => void }) {
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <input
        type="search"
        aria-label="Filter applications"
        placeholder="Filter by name or softId"
        value={view.search}
        onChange={({ target }) => show({ search: target.value })}
        className={`${inputBox} h-8 w-full text-13 sm:w-64`}
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

type Listed = Answers["applications"]["list"]["items"][number];
type Key = (typeof columnKeys)[number];

const cell = "px-3 py-2 text-right tabular-nums";
/** On a phone the table has the name, what was accepted, and what was earned. */
const seen = (key: Key) => (key === "ready" || key === "money" ? "" : "hidden md:table-cell");

interface ApplicationTableProps {
  applications: readonly Listed[];
  view: ListView;
  show: (next: Partial<ListView>) => void;
}

function ApplicationTable({ applications, view, show }: ApplicationTableProps) {
  const { rows, total } = listed(applications, view);
  if (rows.length === 0) return <p className="text-muted">No application's name or softId matches.</p>;
  const head = (key: ListView["sort"], title: string) => (
    <button
      type="button"
      onClick={() => show({ sort: key })}
      className={`rounded-field wrap-normal hover:text-ink ${key === "name" ? "text-left" : "text-right"} ${view.sort === key ? "font-semibold text-ink" : ""}`}
    >
      {title} {view.sort === key && <span aria-hidden="true">{key === "name" ? "↑" : "↓"}</span>}
    </button>
  );
  return (
    <div className="overflow-x-auto rounded-panel border border-line bg-panel">
      <table className="w-full text-left">
        <caption className="sr-only">Applications, {periodNames[view.period]}</caption>
        <thead>
          <tr className="border-line border-b text-13 text-muted">
            <th
              scope="col"
              aria-sort={view.sort === "name" ? "ascending" : undefined}
              className="px-3 py-2 font-normal"
            >
              {head("name", "Application")}
            </th>
            {columnKeys.map((key) => (
              <th
                key={key}
                scope="col"
                aria-sort={view.sort === key ? "descending" : undefined}
                className={`${cell} font-normal ${seen(key)}`}
              >
                {head(key, columns[key])}
              </th>
            ))}
            <th scope="col" className={`${cell} hidden font-normal lg:table-cell`}>
              Last 14 full days
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ application, figures }) => (
            <tr key={application.softId} className="hover:bg-raised">
              <th scope="row" className="px-3 py-2 font-normal">
                <Name {...application} />
              </th>
              {columnKeys.map((key) => (
                <td key={key} className={`${cell} ${seen(key)}`} title={exact(key, figures[key])}>
                  {short(key, figures[key])}
                </td>
              ))}
              <td className={`${cell} hidden lg:table-cell`}>
                <Sparkline
                  values={application.figures?.days.ready.slice(0, -1) ?? [0, 0]}
                  className="ml-auto h-6 w-24"
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line border-t font-semibold">
            <th scope="row" className="px-3 py-2 font-semibold">
              Total of {rows.length === 1 ? "1 application" : `${rows.length} applications`}
            </th>
            {columnKeys.map((key) => (
              <td key={key} className={`${cell} ${seen(key)}`} title={exact(key, total[key])}>
                {short(key, total[key])}
              </td>
            ))}
            <td className="hidden lg:table-cell" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Name({ softId, name, icon, published, demo }: Listed) {
  return (
    <span className="flex items-center gap-3">
      <span className="hidden sm:block">
        <ApplicationIcon softId={softId} name={name} icon={icon} />
      </span>
      <span className="min-w-0">
        <Link
          prefetch={false}
          href={`/dashboard/apps/${softId}`}
          className="rounded-field font-semibold hover:text-accent"
        >
          {name}
        </Link>
        <span className="block text-12 text-muted">
          softId <span className="font-mono">{softId}</span> · {published ? "public" : "not published"}
          {demo && " · sample data"}
        </span>
      </span>
    </span>
  );
}

const exact = (key: Key, value: number): string => (key === "money" ? dollars(value) : whole(value));

/** To the cent, and shortened where it would be longer than its column. */
function short(key: Key, value: number): string {
  const text = key === "money" ? dollarsOfCents(Math.floor(value / 10_000)) : whole(value);
  if (text.length <= 11) return text;
  return key === "money" ? `$${compact(value / 1_000_000)}` : compact(value);
}
