"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { type ReactNode, useState } from "react";
import type { PortalRouter } from "../server/router.ts";
import { lazySubscriptions } from "./lazy-subscriptions.ts";
import { maxCalls } from "./max-calls.ts";
import { plainFetch } from "./plain-fetch.ts";
import { makeQueryClient } from "./query-client.ts";
import { shareHeader } from "./share-header.ts";
import { transformer } from "./transformer.ts";

export const trpc = createTRPCReact<PortalRouter>();

/** The output type of each procedure. */
export type Answers = inferRouterOutputs<PortalRouter>;

/** Lets client components call the portal; with a share link's token, as its reader. */
export function PortalClient({ share, children }: { share?: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        lazySubscriptions,
        httpBatchLink({
          url: "/api/trpc",
          transformer,
          fetch: plainFetch,
          maxItems: maxCalls,
          ...(share && { headers: { [shareHeader]: share } }),
        }),
      ],
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
