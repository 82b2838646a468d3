import type { Metadata } from "next";
import { headers } from "next/headers";
import { originOf } from "../../../http/origin.ts";
import { RunPage } from "../../../portal/run/run-page.tsx";
import { demoSite } from "../../../settings.ts";
import { portal } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Run a template" };

export default async function Page({ searchParams }: PageProps<"/dashboard/run">) {
  const { template } = await searchParams;
  const { trpc, HydrateClient } = await portal();
  if (typeof template === "string") await trpc.templates.get.prefetch({ name: template });
  return (
    <HydrateClient>
      <RunPage origin={originOf(new Headers(await headers()))} demoSite={demoSite()} />
    </HydrateClient>
  );
}
