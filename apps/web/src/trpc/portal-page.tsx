import type { ReactNode } from "react";
import { portal } from "./server.ts";

type Trpc = Awaited<ReturnType<typeof portal>>["trpc"];

/** A page of the portal that shows a view, with what it prefetches. */
export function portalPage(view: ReactNode, prefetch: (trpc: Trpc) => Promise<unknown>[]) {
  return async function Page() {
    const { trpc, HydrateClient } = await portal();
    await Promise.all(prefetch(trpc));
    return <HydrateClient>{view}</HydrateClient>;
  };
}
