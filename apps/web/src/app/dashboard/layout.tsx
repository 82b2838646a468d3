import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PortalFrame } from "../../portal/portal-frame.tsx";
import { chosenTheme } from "../../server/theme.ts";
import { PortalClient } from "../../trpc/client.tsx";
import { portal } from "../../trpc/server.ts";

export const metadata: Metadata = { robots: { index: false } };

/** The frame of whoever is signed in. Each page checks that for itself too, since a layout is not rendered for every one. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { trpc, HydrateClient } = await portal("/dashboard");
  await trpc.account.me.prefetch();
  return (
    <PortalClient>
      <HydrateClient>
        <PortalFrame theme={await chosenTheme()}>{children}</PortalFrame>
      </HydrateClient>
    </PortalClient>
  );
}
