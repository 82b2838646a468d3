import type { Metadata } from "next";
import { WaitStats } from "../../../../portal/waits/wait-stats.tsx";
import { portal } from "../../../../trpc/server.ts";

export const metadata: Metadata = { title: "Wait statistics" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await trpc.stats.waits.prefetch({ days: 30 });
  return (
    <HydrateClient>
      <WaitStats />
    </HydrateClient>
  );
}
