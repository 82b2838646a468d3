import type { Metadata } from "next";
import { KeyList } from "../../../portal/keys/key-list.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Keys" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await trpc.keys.list.prefetchInfinite({});
  return (
    <HydrateClient>
      <KeyList />
    </HydrateClient>
  );
}
