/** The options of every infinite query: lists say themselves where the next page begins. */
export const pages = {
  getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
};

/** The items of all pages that were loaded; undefined while there is none. */
export function itemsOf<Item>(data: { pages: readonly { items: readonly Item[] }[] } | undefined): Item[] | undefined {
  return data?.pages.flatMap(({ items }) => items);
}
