import type { Metadata } from "next";
import { headers } from "next/headers";
import { originOf } from "../../http/origin.ts";
import { Home } from "../../portal/home/home.tsx";
import { homeInput, homeLists } from "../../portal/home/home-lists.ts";
import { demoSite } from "../../settings.ts";
import { portal } from "../../trpc/server.tsx";

export const metadata: Metadata = { title: "Home" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([
    trpc.tasks.waits.prefetch(),
    trpc.tasks.list.prefetch({ limit: 1 }),
    ...homeLists.flat().map(({ state }) => trpc.tasks.list.prefetch(homeInput(state))),
  ]);
  return (
    <HydrateClient>
      <Home origin={originOf(new Headers(await headers()))} demoSite={demoSite()} />
    </HydrateClient>
  );
}
