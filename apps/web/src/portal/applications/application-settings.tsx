"use client";

import type { Route } from "next";
import Link from "next/link";
import { Button } from "../../components/button.tsx";
import { buttonClass } from "../../components/button-class.ts";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { percent } from "../../format/number.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { errorInPlaceOf } from "../../trpc/query-client.ts";
import { ApplicationForm } from "./application-form.tsx";
import { ArchivePanel, RestorePanel } from "./archive-panels.tsx";
import { EmbeddedCharts } from "./embedded-charts.tsx";
import { IconForm } from "./icon-form.tsx";
import { ReportEmails } from "./report-emails.tsx";
import { ScreenshotsForm } from "./screenshots-form.tsx";
import { ShareLinks } from "./share-links.tsx";

/** Everything that an owner can change about an application. */
export function ApplicationSettings({ softId, origin }: { softId: number; origin: string }) {
  const client = trpc.useUtils();
  const application = trpc.applications.get.useQuery({ softId });
  const renew = () =>
    Promise.all([client.applications.get.invalidate({ softId }), client.applications.list.invalidate()]);
  const update = trpc.applications.update.useMutation({ onSuccess: renew });
  const publish = trpc.applications.publish.useMutation({ onSuccess: renew });
  const error = errorInPlaceOf(application);
  if (error) return <LoadError message={error.message} retry={() => application.refetch()} />;
  if (!application.data) return <Skeleton className="h-96 w-full" />;
  const { name, published, commission, icon, screenshots, archived } = application.data;
  if (archived)
    return (
      <>
        <PageHead title={`${name}: settings`} actions={<StatisticsLink softId={softId} />} />
        <RestorePanel softId={softId} name={name} />
      </>
    );
  return (
    <>
      <PageHead title={`${name}: settings`} actions={<StatisticsLink softId={softId} />}>
        softId <span className="font-mono">{softId}</span> · you earn {percent(commission / 1_000_000)} of each task's
        price
      </PageHead>
      <div className="space-y-4">
        <Panel title="About">
          <ApplicationForm
            values={valuesOf(application.data)}
            submit={(values) => update.mutate({ ...values, softId })}
            action="Save changes"
            busy={update.isPending}
            error={update.error}
            saved={update.isSuccess}
          />
        </Panel>
        <Panel title="Public page">
          {publish.error && <Notice tone="failed">{publish.error.message}</Notice>}
          <p className="max-w-prose">
            {published ? (
              <>
                Anyone can see{" "}
                <TextLink href={`/apps/${softId}`}>
                  {origin}/apps/{softId}
                </TextLink>{" "}
                and follow its download link.
              </>
            ) : (
              "The page and its download link are hidden. Tasks are still counted."
            )}
          </p>
          <Button
            className="mt-3"
            busy={publish.isPending}
            onClick={() => publish.mutate({ softId, published: !published })}
          >
            {published ? "Hide the page" : "Publish the page"}
          </Button>
        </Panel>
        <IconForm softId={softId} name={name} icon={icon} />
        <ScreenshotsForm softId={softId} screenshots={screenshots} />
        <ReportEmails softId={softId} />
        <ShareLinks softId={softId} origin={origin} />
        <EmbeddedCharts softId={softId} name={name} origin={origin} />
        <ArchivePanel softId={softId} name={name} />
      </div>
    </>
  );
}

function valuesOf({ name, description, homepage, downloadUrl, version, links }: Answers["applications"]["get"]) {
  return { name, description, version, links, homepage: homepage ?? "", downloadUrl: downloadUrl ?? "" };
}

function StatisticsLink({ softId }: { softId: number }) {
  return (
    <Link href={`/dashboard/apps/${softId}` as Route} className={buttonClass()}>
      View statistics
    </Link>
  );
}
