import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplicationList } from "../../portal/applications/application-list.tsx";
import { applicationsShown } from "../../portal/applications/applications-shown.ts";
import { demoSite } from "../../server/demo-site.ts";
import { originOf } from "../../server/origin.ts";
import { portal } from "../../trpc/server.ts";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([
    trpc.applications.list.prefetchInfinite({ limit: applicationsShown }),
    trpc.keys.list.prefetch({ limit: 1 }),
    trpc.tasks.list.prefetch({ limit: 1 }),
  ]);
  return (
    <HydrateClient>
      <ApplicationList origin={originOf(new Headers(await headers()))} demoSite={demoSite()} />
    </HydrateClient>
  );
}
