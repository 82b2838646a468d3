import { pageLimits } from "@gatepost/contract/limits";
import { DomainError } from "./errors.ts";

export interface PageInput {
  /** The maximum number of items; by default `pageLimits.default`. */
  limit?: number | null | undefined;
  /** Returns the items after the one with this id, in the list's order. */
  after?: number | null | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** The `after` of the next part; null at the end. */
  next: number | null;
}

/** The number of items to return. ERROR_BAD_REQUEST if more are requested than a page may have. */
export function readLimit(limit: PageInput["limit"]): number {
  const read = limit ?? pageLimits.default;
  if (!Number.isInteger(read) || read < 1 || read > pageLimits.max)
    throw new DomainError("ERROR_BAD_REQUEST", `limit must be a whole number from 1 to ${pageLimits.max}.`);
  return read;
}

/**
 * Reads a page of a list. `read` gets the number of items to read, one more than is returned, to learn whether more
 * follow. Pages continue after the last item's id (keyset), so that each costs the same. `id`: the property that holds it.
 */
export async function readPage<Id extends string, Item extends Record<Id, number>>(
  { limit, after }: PageInput,
  id: Id,
  read: (window: { take: number; after: number | null }) => PromiseLike<Item[]>,
): Promise<Page<Item>> {
  const max = readLimit(limit);
  const found = await read({ take: max + 1, after: after ?? null });
  const items = found.slice(0, max);
  const last = items.at(-1);
  return { items, next: found.length > max && last !== undefined ? last[id] : null };
}
