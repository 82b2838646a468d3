import type { Metadata } from "next";
import { InboundPage } from "../../../portal/inbound/inbound-page.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Inbound codes" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([
    trpc.inbound.address.prefetch(),
    trpc.inbound.rules.prefetch(),
    trpc.inbound.messages.prefetchInfinite({}),
  ]);
  return (
    <HydrateClient>
      <InboundPage />
    </HydrateClient>
  );
}
