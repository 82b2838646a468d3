import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PortalFrame } from "../../portal/portal-frame.tsx";
import { chosenTheme } from "../../server/theme.ts";
import { PortalClient } from "../../trpc/client.tsx";
import { isSignedIn, portal } from "../../trpc/server.ts";

export const metadata: Metadata = { robots: { index: false } };

/** The frame for signed-in users. Each page checks the session too, because a layout is not rendered for every page. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  // The page itself knows where to return after signing in.
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
