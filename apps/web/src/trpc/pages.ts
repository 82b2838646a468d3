/** The options of every infinite query: each page says where the next one begins. */
export const pages = {
  getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
};

/** The items of all loaded pages; undefined while there is none. */
export function itemsOf<Item>(data: { pages: readonly { items: readonly Item[] }[] } | undefined): Item[] | undefined {
  return data?.pages.flatMap(({ items }) => items);
}
