import type { Metadata } from "next";
import { ApplicationSettings } from "../../../../../portal/applications/application-settings.tsx";
import { portalView } from "../../../../../trpc/server.tsx";
import { applicationOf } from "../../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/dashboard/apps/[softId]/settings">): Promise<Metadata> {
  return { title: `${(await applicationOf((await params).softId)).name}: settings` };
}

export default async function ApplicationSettingsPage({ params }: PageProps<"/dashboard/apps/[softId]/settings">) {
  const { softId } = await applicationOf((await params).softId);
  return portalView(<ApplicationSettings softId={softId} />, (trpc) => [
    trpc.applications.get.prefetch({ softId }),
    trpc.reports.list.prefetch({ softId }),
    trpc.shares.list.prefetchInfinite({ softId }),
    trpc.shares.list.prefetchInfinite({ softId, embedded: true }),
  ]);
}
