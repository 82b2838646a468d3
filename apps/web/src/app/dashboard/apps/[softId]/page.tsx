import type { Metadata } from "next";
import { fetchReport } from "../../../../portal/report/fetch-report.ts";
import { Report } from "../../../../portal/report/report.tsx";
import { addressOf, portalView } from "../../../../trpc/server.tsx";
import { applicationOf } from "../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/dashboard/apps/[softId]">): Promise<Metadata> {
  return { title: (await applicationOf((await params).softId)).name };
}

export default async function ReportPage({ params, searchParams }: PageProps<"/dashboard/apps/[softId]">) {
  const now = new Date();
  const { softId, createdAt } = await applicationOf((await params).softId);
  const asked = await addressOf(searchParams);
  return portalView(<Report softId={softId} now={now} />, (trpc) => [
    fetchReport(trpc, { softId, params: asked, now, createdAt }),
  ]);
}
