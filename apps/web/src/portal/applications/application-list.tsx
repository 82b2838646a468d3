"use client";

import type { Route } from "next";
import Link from "next/link";
import { ApplicationIcon } from "../../components/application-icon.tsx";
import { buttonClass } from "../../components/button.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Empty, LoadError, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { dollars } from "../../format/money.ts";
import { whole } from "../../format/number.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { applicationsShown } from "./applications-shown.ts";
import type { FirstCallPlaces } from "./first-call.ts";
import { FirstSteps } from "./first-steps.tsx";

/** The account's applications, each with two weeks of tasks and today's numbers. */
export function ApplicationList(places: FirstCallPlaces) {
  const list = trpc.applications.list.useInfiniteQuery(
    { limit: applicationsShown },
    { ...pages, refetchInterval: 30_000 },
  );
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
      <FirstSteps {...places} softId={applications?.find(({ demo }) => !demo)?.softId} />
      {list.error ? (
        <LoadError message={list.error.message} retry={() => list.refetch()} />
      ) : !applications ? (
        <Skeleton className="h-44 w-full" />
      ) : applications.length === 0 ? (
        <Empty title="No applications yet">
          <p>Register the program that calls this service. You get a softId to add to its tasks, and a public page.</p>
          <Link href={"/dashboard/apps/new" as Route} className={buttonClass("main")}>
            Register an application
          </Link>
        </Empty>
      ) : (
        <>
          <ul className="grid gap-3 md:grid-cols-2">
            {applications.map((application) => (
              <Application key={application.softId} {...application} />
            ))}
          </ul>
          <MoreButton pages={list} />
        </>
      )}
    </>
  );
}

type Listed = Answers["applications"]["list"]["items"][number];

function Application({ softId, name, icon, published, demo, figures }: Listed) {
  const { ready, errors, views, downloads, earned } = figures?.today ?? none;
  return (
    <li className="relative rounded-panel border border-line bg-panel p-4 hover:border-muted">
      <div className="flex items-start justify-between gap-3">
        <ApplicationIcon softId={softId} name={name} icon={icon} />
        <div className="min-w-0 grow">
          <h2 className="font-semibold text-16">
            <Link
              href={`/dashboard/apps/${softId}` as Route}
              className="rounded-field after:absolute after:inset-0 after:content-['']"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-0.5 text-13 text-muted">
            softId <span className="font-mono">{softId}</span> · {published ? "public" : "not published"}
            {demo && " · sample data"}
          </p>
        </div>
        <div className="shrink-0 text-right">
          <Sparkline values={figures?.ready ?? [0, 0]} />
          <p className="text-12 text-muted">tasks, 14 days</p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-5 gap-2 tabular-nums" aria-label="Today so far (UTC)">
        <Figure label="Tasks" value={whole(ready)} />
        <Figure label="Errors" value={whole(errors)} />
        <Figure label="Views" value={whole(views)} />
        <Figure label="Clicks" value={whole(downloads)} />
        <Figure label="Earned" value={dollars(Math.floor(earned / 10_000) * 10_000)} />
      </dl>
      <p className="mt-1 text-12 text-muted">today so far (UTC)</p>
    </li>
  );
}

const none = { ready: 0, errors: 0, views: 0, downloads: 0, earned: 0 };

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
