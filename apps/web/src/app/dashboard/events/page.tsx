import type { Metadata } from "next";
import { EventsPage } from "../../../portal/events/events-page.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Events" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await trpc.events.endpoints.prefetch();
  return (
    <HydrateClient>
      <EventsPage />
    </HydrateClient>
  );
}
