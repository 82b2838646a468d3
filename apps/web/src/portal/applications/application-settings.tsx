"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "../../components/action-button.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { LoadError, PageHead, Panel, Skeleton } from "../../components/panel.tsx";
import { ButtonLink, TextLink } from "../../components/text-link.tsx";
import { percent } from "../../format/numbers.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { errorInPlaceOf } from "../../trpc/query-client.ts";
import { usePortal } from "../portal-context.tsx";
import { ApplicationForm } from "./application-form.tsx";
import { IconForm, ScreenshotsForm } from "./pictures.tsx";
import { ReportEmails } from "./report-emails.tsx";
import { EmbeddedCharts, ShareLinks } from "./sharing.tsx";

export function ApplicationSettings({ softId }: { softId: number }) {
  const { origin } = usePortal();
  const application = trpc.applications.get.useQuery({ softId });
  const client = trpc.useUtils();
  const update = trpc.applications.update.useMutation();
  const publish = trpc.applications.publish.useMutation();
  const error = errorInPlaceOf(application);
  if (error) return <LoadError message={error.message} retry={() => application.refetch()} />;
  if (!application.data) return <Skeleton className="h-96 w-full" />;
  const { name, published, commission, icon, screenshots, archived } = application.data;
  const title = `${name}: settings`;
  const statistics = <ButtonLink href={`/dashboard/apps/${softId}`}>View statistics</ButtonLink>;
  if (archived)
    return (
      <>
        <PageHead title={title} actions={statistics} />
        <RestorePanel softId={softId} name={name} />
      </>
    );
  return (
    <>
      <PageHead title={title} actions={statistics}>
        softId <span className="font-mono">{softId}</span> · you earn {percent(commission / 1_000_000)} of each task's
        price
      </PageHead>
      <div className="space-y-4">
        <Panel title="About">
          <ApplicationForm
            values={valuesOf(application.data)}
            submit={async (changed) => {
              const latest = await client.applications.get.fetch({ softId }, { staleTime: 0 });
              return update.mutateAsync({ ...valuesOf(latest), ...changed, softId });
            }}
            action="Save changes"
          />
        </Panel>
        <Panel title="Public page">
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
          <ActionButton act={() => publish.mutateAsync({ softId, published: !published })}>
            {published ? "Hide the page" : "Publish the page"}
          </ActionButton>
        </Panel>
        <IconForm softId={softId} name={name} icon={icon} />
        <ScreenshotsForm softId={softId} screenshots={screenshots} />
        <ReportEmails softId={softId} />
        <ShareLinks softId={softId} />
        <EmbeddedCharts softId={softId} name={name} />
        <ArchivePanel softId={softId} name={name} />
      </div>
    </>
  );
}

const valuesOf = ({ name, description, homepage, downloadUrl, version, links }: Answers["applications"]["get"]) => ({
  name,
  description,
  version,
  links,
  homepage: homepage ?? "",
  downloadUrl: downloadUrl ?? "",
});

interface Named {
  softId: number;
  name: string;
}

/** Archives an application once that is confirmed, and then opens the list. */
function ArchivePanel({ softId, name }: Named) {
  const router = useRouter();
  const archive = trpc.applications.archive.useMutation({ onSuccess: () => router.push("/dashboard/apps") });
  return (
    <Panel title="Archive">
      <p className="max-w-prose">
        Removes the application from your list and hides its page. Its statistics and earnings are kept, and tasks with
        its softId still earn you money. You can restore it at any time.
      </p>
      <ConfirmButton
        size="normal"
        label="Archive…"
        question={`Archive ${name}?`}
        action="Archive"
        act={() => archive.mutateAsync({ softId })}
      >
        The public page and share links stop working immediately. After you restore the application, share links work
        again, and you can publish the page again.
      </ConfirmButton>
    </Panel>
  );
}

function RestorePanel({ softId, name }: Named) {
  const restore = trpc.applications.restore.useMutation();
  return (
    <Panel title="Archived">
      <p className="max-w-prose">
        {name} is archived: it is not in your list, and nothing about it can be changed. When you restore it, its share
        links work again; its public page stays hidden until you publish it.
      </p>
      <ActionButton variant="main" act={() => restore.mutateAsync({ softId })}>
        Restore
      </ActionButton>
    </Panel>
  );
}
