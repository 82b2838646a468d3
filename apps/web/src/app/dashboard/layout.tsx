import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PortalFrame } from "../../portal/portal-frame.tsx";
import { chosenTheme } from "../../server/theme.ts";
import { PortalClient } from "../../trpc/client.tsx";
import { isSignedIn, portal } from "../../trpc/server.ts";

export const metadata: Metadata = { robots: { index: false } };

/** The frame of whoever is signed in. Each page checks that for itself too, since a layout is not rendered for every one. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  // The page knows where to come back to after signing in.
  if (!(await isSignedIn())) return children;
  const { trpc, HydrateClient } = await portal();
  await trpc.account.me.prefetch();
  return (
    <PortalClient>
      <HydrateClient>
        <PortalFrame theme={await chosenTheme()}>{children}</PortalFrame>
      </HydrateClient>
    </PortalClient>
  );
}
