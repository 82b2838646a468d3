import type { Metadata } from "next";
import { headers } from "next/headers";
import { originOf } from "../../../../http/origin.ts";
import { softIdOf } from "../../../../http/path-ids.ts";
import { fetchReport } from "../../../../portal/report/fetch-report.ts";
import { Report } from "../../../../portal/report/report.tsx";
import { demoSite } from "../../../../settings.ts";
import { portal } from "../../../../trpc/server.tsx";
import { applicationOf } from "../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/dashboard/apps/[softId]">): Promise<Metadata> {
  return { title: (await applicationOf(softIdOf((await params).softId))).name };
}

export default async function ReportPage({ params, searchParams }: PageProps<"/dashboard/apps/[softId]">) {
  const softId = softIdOf((await params).softId);
  const helpers = await portal();
  const now = new Date();
  const { createdAt } = await applicationOf(softId);
  await fetchReport(helpers.trpc, { softId, params: await searchParams, now, createdAt });
  return (
    <helpers.HydrateClient>
      <Report softId={softId} origin={originOf(new Headers(await headers()))} demoSite={demoSite()} now={now} />
    </helpers.HydrateClient>
  );
}
