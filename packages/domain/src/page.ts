import { pageLimits } from "@gatepost/contract/limits";
import { DomainError } from "./errors.ts";

/** Which part of a list is asked for. */
export interface PageInput {
  /** How many items at most; `pageLimits.default` where it is left out. */
  limit?: number | undefined;
  /** Those that follow the item with this id, in the list's own order. */
  after?: number | undefined;
}

/** A part of a list. */
export interface Page<Item> {
  items: Item[];
  /** What to give as `after` for the next part; null at the end. */
  next: number | null;
}

/** What is read of a list for a page of it. */
export interface Window {
  take: number;
  after: number | null;
}

/** How many items may be answered. ERROR_BAD_REQUEST for more than a page has. */
export function readLimit(limit: number = pageLimits.default): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > pageLimits.max)
    throw new DomainError("ERROR_BAD_REQUEST", `limit must be a whole number from 1 to ${pageLimits.max}.`);
  return limit;
}

/**
 * Reads a page of a list. `read` gets how many to take, which is one more than are answered, to know whether more follow.
 * Pages go on from the last item's id (keyset), so that each costs the same.
 */
export async function readPage<Item>(
  { limit, after }: PageInput,
  read: (window: Window) => PromiseLike<Item[]>,
  idOf: (item: Item) => number,
): Promise<Page<Item>> {
  const max = readLimit(limit);
  const found = await read({ take: max + 1, after: after ?? null });
  const items = found.slice(0, max);
  const last = items.at(-1);
  return { items, next: found.length > max && last !== undefined ? idOf(last) : null };
}
