"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { percent } from "../../format/number.ts";
import { trpc } from "../../trpc/client.tsx";
import { ApplicationForm } from "./application-form.tsx";
import { IconForm } from "./icon-form.tsx";
import { ShareLinks } from "./share-links.tsx";

/** Everything that an owner can change about an application. */
export function ApplicationSettings({ softId, origin }: { softId: number; origin: string }) {
  const router = useRouter();
  const client = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const application = trpc.applications.get.useQuery({ softId });
  const renew = () =>
    Promise.all([client.applications.get.invalidate({ softId }), client.applications.list.invalidate()]);
  const update = trpc.applications.update.useMutation({ onSuccess: renew });
  const publish = trpc.applications.publish.useMutation({ onSuccess: renew });
  const archive = trpc.applications.archive.useMutation({
    async onSuccess() {
      await client.applications.list.invalidate();
      router.push("/dashboard" as Route);
    },
  });
  if (application.error) return <LoadError message={application.error.message} retry={() => application.refetch()} />;
  if (!application.data) return <Skeleton className="h-96 w-full" />;
  const { name, description, homepage, downloadUrl, published, commission, icon } = application.data;
  return (
    <>
      <PageHead
        title={`${name}: settings`}
        actions={
          <Link href={`/dashboard/apps/${softId}` as Route} className={buttonClass()}>
            View statistics
          </Link>
        }
      >
        softId <span className="font-mono">{softId}</span> · you earn {percent(commission / 1_000_000)} of each task's
        price
      </PageHead>
      <div className="space-y-4">
        <Panel title="About">
          <ApplicationForm
            values={{ name, description, homepage: homepage ?? "", downloadUrl: downloadUrl ?? "" }}
            submit={(values) => update.mutate({ ...values, softId })}
            action="Save changes"
            busy={update.isPending}
            problem={update.error?.message}
            saved={update.isSuccess}
          />
        </Panel>
        <Panel title="Public page">
          {publish.error && <Notice tone="failed">{publish.error.message}</Notice>}
          <p className="max-w-prose">
            {published ? (
              <>
                Anyone can see{" "}
                <a href={`/apps/${softId}`} className="text-accent underline underline-offset-4">
                  {origin}/apps/{softId}
                </a>{" "}
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
        <ShareLinks softId={softId} origin={origin} />
        <Panel title="Archive">
          <p className="max-w-prose">
            Removes the application from your list and hides its page. Its statistics and earnings are kept, and tasks
            with its softId still earn you money.
          </p>
          <Button variant="danger" className="mt-3" onClick={() => setAsking(true)}>
            Archive…
          </Button>
          <Dialog title={`Archive ${name}?`} open={asking} onOpenChange={setAsking}>
            <p>The public page and share links stop working immediately. You cannot undo this here.</p>
            {archive.error && <Notice tone="failed">{archive.error.message}</Notice>}
            <div className="mt-4 flex justify-end gap-2">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button variant="danger" busy={archive.isPending} onClick={() => archive.mutate({ softId })}>
                Archive {name}
              </Button>
            </div>
          </Dialog>
        </Panel>
      </div>
    </>
  );
}
