import type { Metadata } from "next";
import { CallbackSecret } from "../../../portal/keys/callback-secret.tsx";
import { KeyList } from "../../../portal/keys/key-list.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Keys" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([trpc.keys.list.prefetchInfinite({}), trpc.callbacks.secret.prefetch()]);
  return (
    <HydrateClient>
      <KeyList />
      <CallbackSecret />
    </HydrateClient>
  );
}
