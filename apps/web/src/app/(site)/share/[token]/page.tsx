import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { fetchReport } from "../../../../portal/report/fetch-report.ts";
import { Report } from "../../../../portal/report/report.tsx";
import { WithoutScript } from "../../../../public/static-report.tsx";
import { PortalClient } from "../../../../trpc/client.tsx";
import { addressOf } from "../../../../trpc/server.tsx";
import { sharedSubject } from "../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/share/[token]">): Promise<Metadata> {
  const shared = await sharedSubject((await params).token);
  return {
    title: shared ? `${shared.application.name}: shared statistics` : "Page not found",
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

/** An application's dashboard for the holder of a share link, read-only. Unknown and revoked links look the same. */
export default async function SharedPage({ params, searchParams }: PageProps<"/share/[token]">) {
  const { token } = await params;
  const helpers = await sharedSubject(token);
  if (!helpers) notFound();
  const now = new Date();
  const { softId, fetched } = helpers;
  const { createdAt, name } = helpers.application;
  const readAt = { now, createdAt };
  const view = await fetchReport(helpers.trpc, { softId, params: await addressOf(searchParams), ...readAt });
  return (
    <>
      <WithoutScript softId={softId} name={name} view={view} readAt={readAt} fetched={fetched} />
      <div data-needs-script>
        <PortalClient share={token}>
          <helpers.HydrateClient>
            <Report softId={softId} now={now} readOnly />
          </helpers.HydrateClient>
        </PortalClient>
      </div>
    </>
  );
}
