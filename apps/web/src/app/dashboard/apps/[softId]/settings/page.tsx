import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplicationSettings } from "../../../../../portal/applications/application-settings.tsx";
import { originOf } from "../../../../../server/origin.ts";
import { softIdOf } from "../../../../../server/soft-id.ts";
import { portal } from "../../../../../trpc/server.ts";

export const metadata: Metadata = { title: "Application settings" };

export default async function ApplicationSettingsPage({ params }: PageProps<"/dashboard/apps/[softId]/settings">) {
  const softId = softIdOf((await params).softId);
  const { trpc, HydrateClient } = await portal();
  await Promise.all([trpc.applications.get.prefetch({ softId }), trpc.shares.list.prefetchInfinite({ softId })]);
  return (
    <HydrateClient>
      <ApplicationSettings softId={softId} origin={originOf(new Headers(await headers()))} />
    </HydrateClient>
  );
}
