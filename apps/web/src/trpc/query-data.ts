import { useEffect, useState } from "react";

/** Milliseconds for which data of the previous question may stay, so that a quick change does not flicker. */
const grace = 300;

/** The parts of a query that decide whether its data belong under the present heading. */
interface Asked<Data> {
  data: Data | undefined;
  isPlaceholderData: boolean;
}

/**
 * The data of a query that keeps those of the previous question until the new ones arrive. If that takes longer than a
 * moment, undefined, because old figures do not belong under a new heading.
 */
export function useCurrent<Data>({ data, isPlaceholderData }: Asked<Data>): Data | undefined {
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

/** The parts of an infinite query by which the rest of it is loaded. */
interface Unfinished<Item> {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** The items of an infinite query, of which one page after another is loaded. */
export function useAllItems<Item>(query: Unfinished<Item>): Item[] | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return itemsOf(data);
}

/** The items of all loaded pages; undefined while there is none. */
export function itemsOf<Item>(data: { pages: readonly { items: readonly Item[] }[] } | undefined): Item[] | undefined {
  return data?.pages.flatMap(({ items }) => items);
}
