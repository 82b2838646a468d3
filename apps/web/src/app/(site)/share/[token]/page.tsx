import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { fetchReport } from "../../../../portal/report/fetch-report.ts";
import { Report } from "../../../../portal/report/report.tsx";
import { originOf } from "../../../../server/origin.ts";
import { isOverLimit } from "../../../../server/over-limit.ts";
import { PortalClient } from "../../../../trpc/client.tsx";
import { sharedPortal } from "../../../../trpc/server.ts";

export async function generateMetadata({ params }: PageProps<"/share/[token]">): Promise<Metadata> {
  const helpers = (await isOverLimit(new Headers(await headers()))) ? null : await sharedPortal((await params).token);
  const application = helpers && (await helpers.caller.applications.get({ softId: helpers.softId }));
  return {
    title: application ? `${application.name}: shared statistics` : "Page not found",
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

/** An application's dashboard for the holder of a share link, read-only. Unknown and revoked links look the same. */
export default async function SharedPage({ params, searchParams }: PageProps<"/share/[token]">) {
  const sent = new Headers(await headers());
  if (await isOverLimit(sent)) notFound();
  const { token } = await params;
  const helpers = await sharedPortal(token);
  if (!helpers) notFound();
  const now = new Date();
  const { softId } = helpers;
  const { createdAt } = await helpers.caller.applications.get({ softId });
  await fetchReport(helpers.trpc, { softId, params: await searchParams, now, createdAt });
  return (
    <PortalClient share={token}>
      <helpers.HydrateClient>
        <Report softId={softId} origin={originOf(sent)} now={now} readOnly />
      </helpers.HydrateClient>
    </PortalClient>
  );
}
