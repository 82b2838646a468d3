import type { Metadata } from "next";
import { Inbox } from "../../../../portal/waits/inbox.tsx";
import { portal } from "../../../../trpc/server.ts";

export const metadata: Metadata = { title: "Waiting for an answer" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await trpc.tasks.waits.prefetch();
  return (
    <HydrateClient>
      <Inbox />
    </HydrateClient>
  );
}
