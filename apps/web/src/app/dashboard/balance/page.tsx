import type { Metadata } from "next";
import { Ledger } from "../../../portal/money/ledger.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Balance" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([trpc.account.me.prefetch(), trpc.account.ledger.prefetchInfinite({})]);
  return (
    <HydrateClient>
      <Ledger />
    </HydrateClient>
  );
}
