import type { Metadata } from "next";
import { ApplicationList } from "../../portal/applications/application-list.tsx";
import { applicationsShown } from "../../portal/applications/applications-shown.ts";
import { portal } from "../../trpc/server.ts";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([trpc.applications.list.prefetchInfinite({ limit: applicationsShown })]);
  return (
    <HydrateClient>
      <ApplicationList />
    </HydrateClient>
  );
}
