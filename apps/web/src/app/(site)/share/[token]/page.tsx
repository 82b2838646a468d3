import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { fetchReport } from "../../../../portal/report/fetch-report.ts";
import { Report } from "../../../../portal/report/report.tsx";
import { originOf } from "../../../../server/origin.ts";
import { isOverLimit } from "../../../../server/over-limit.ts";
import { PortalClient } from "../../../../trpc/client.tsx";
import { sharedPortal } from "../../../../trpc/server.ts";

export const metadata: Metadata = {
  title: "Shared statistics",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

/** An application's dashboard for the holder of a share link, read-only. Unknown and revoked links look the same. */
export default async function SharedPage({ params, searchParams }: PageProps<"/share/[token]">) {
  const sent = new Headers(await headers());
  if (await isOverLimit(sent)) notFound();
  const { token } = await params;
  const helpers = await sharedPortal(token);
  if (!helpers) notFound();
  const now = new Date();
  await fetchReport(helpers.trpc, helpers.softId, await searchParams, now);
  return (
    <PortalClient share={token}>
      <helpers.HydrateClient>
        <Report softId={helpers.softId} origin={originOf(sent)} now={now} readOnly />
      </helpers.HydrateClient>
    </PortalClient>
  );
}
