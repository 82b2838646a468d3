"use client";

import { QueryClientProvider, type UseInfiniteQueryResult, type UseQueryResult } from "@tanstack/react-query";
import { httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { type ReactNode, useEffect, useState } from "react";
import { makeQueryClient } from "./query-client.ts";
import type { PortalRouter } from "./router.ts";
import { maxCalls, shareHeader, transformer } from "./transport.ts";

export const trpc = createTRPCReact<PortalRouter>();

export type Asked = inferRouterInputs<PortalRouter>;
export type Answers = inferRouterOutputs<PortalRouter>;

const url = "/api/trpc";

/** Lets client components call the portal; with a share link's token, as its reader. */
export function PortalClient({ share, children }: { share?: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() => {
    const headers = share ? { [shareHeader]: share } : {};
    const calls = httpBatchLink({ url, transformer, fetch: plainFetch, maxItems: maxCalls, headers });
    // As server-sent events.
    const subscriptions = httpSubscriptionLink({ url, transformer });
    return trpc.createClient({
      links: [splitLink({ condition: ({ type }) => type === "subscription", true: subscriptions, false: calls })],
    });
  });
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

const unreachable = "The service cannot be reached. Try again when you are connected.";

/** fetch, whose failure a page can show: browsers say "Failed to fetch", and a proxy's own page is no answer of the service. */
async function plainFetch(input: RequestInfo | URL, init?: { signal?: AbortSignal | null | undefined }) {
  const response = await fetch(input, init as RequestInit).catch((error: unknown) => {
    throw init?.signal?.aborted ? error : new Error(unreachable);
  });
  if (response.headers.get("content-type")?.startsWith("application/json")) return response;
  throw new Error(unreachable);
}

/** Milliseconds for which data of the previous question may stay, so that a quick change does not flicker. */
const grace = 300;

/**
 * The data of a query that keeps those of the previous question until the new ones arrive. If that takes longer than a
 * moment, undefined, because old figures do not belong under a new heading.
 */
export function useCurrent<Data>(
  query: UseQueryResult<Data, unknown> | UseInfiniteQueryResult<Data, unknown>,
): Data | undefined {
  const { data, isPlaceholderData } = query;
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isPlaceholderData) return setOverdue(false);
    const wait = setTimeout(() => setOverdue(true), grace);
    return () => clearTimeout(wait);
  }, [isPlaceholderData]);
  return isPlaceholderData && overdue ? undefined : data;
}

/** The options of every infinite query: each page says where the next one begins. */
export const pages = {
  getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
};

export type Pages<Item> = { pages: readonly { items: readonly Item[] }[] };

/** The items of an infinite query, of which one page after another is loaded. */
export function useAllItems<Item>(query: UseInfiniteQueryResult<Pages<Item>, unknown>): Item[] | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return itemsOf(data);
}

/** The items of all loaded pages; undefined while there is none. */
export function itemsOf<Item>(data: Pages<Item> | undefined): Item[] | undefined {
  return data?.pages.flatMap(({ items }) => items);
}
