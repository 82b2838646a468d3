import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { chosenTheme } from "../../components/theme.ts";
import { originOf } from "../../http/origin.ts";
import { LoadedGuide, PortalFrame } from "../../portal/frame/portal-frame.tsx";
import { demoSite } from "../../settings.ts";
import { PortalClient } from "../../trpc/client.tsx";
import { isSignedIn, portal } from "../../trpc/server.tsx";

export const metadata: Metadata = { robots: { index: false } };

/** The frame for signed-in users. Each page checks the session too, because a layout is not rendered for every page. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  // The page itself knows where to return after signing in.
  if (!(await isSignedIn())) return children;
  const { trpc, HydrateClient } = await portal();
  const dismissed = (await cookies()).get("guide")?.value === "dismissed";
  await Promise.all([trpc.account.me.prefetch(), !dismissed && trpc.account.firstSteps.prefetch()]);
  const addresses = { origin: originOf(new Headers(await headers())), demoSite: demoSite() };
  return (
    <PortalClient>
      <HydrateClient>
        <PortalFrame theme={await chosenTheme()} guide={!dismissed && <LoadedGuide />} addresses={addresses}>
          {children}
        </PortalFrame>
      </HydrateClient>
    </PortalClient>
  );
}
