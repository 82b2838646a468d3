import type { Metadata } from "next";
import { DeleteAccount } from "../../../../portal/account/delete-account.tsx";
import { portal } from "../../../../trpc/server.ts";

export const metadata: Metadata = { title: "Delete account" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await trpc.account.deletionPreview.prefetch();
  return (
    <HydrateClient>
      <DeleteAccount />
    </HydrateClient>
  );
}
