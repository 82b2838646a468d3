import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";

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

type Pages<Item> = { pages: readonly { items: readonly Item[] }[] };

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
