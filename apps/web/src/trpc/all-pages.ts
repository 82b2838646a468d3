/**
 * The items of a list, page by page, up to about `max` of them. `cut`: there are more. For files, which hold what a page
 * shows in parts.
 */
export async function allPages<Item>(
  read: (cursor: number | undefined) => Promise<{ items: readonly Item[]; next: number | null }>,
  max: number,
): Promise<{ items: Item[]; cut: boolean }> {
  const items: Item[] = [];
  let cursor: number | null | undefined;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor ?? undefined);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null && items.length < max);
  return { items, cut: cursor !== null };
}
