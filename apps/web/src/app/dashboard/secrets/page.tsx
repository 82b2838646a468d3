import type { Metadata } from "next";
import { SecretsPage } from "../../../portal/secrets/secrets-page.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Secrets and sessions" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([trpc.secrets.list.prefetchInfinite({}), trpc.sessions.list.prefetchInfinite({})]);
  return (
    <HydrateClient>
      <SecretsPage />
    </HydrateClient>
  );
}
