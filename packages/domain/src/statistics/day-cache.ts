import { LRUCache } from "lru-cache";
import { cached } from "../platform/context.ts";

/** Sums by label of one metric over one span of time. */
export type Sums = ReadonlyMap<string, number>;

/** A span that a report covers, in Unix seconds: a day in some zone, or all the time before a day. */
export interface Span {
  begin: number;
  end: number;
}

/**
 * Past days change only by a correction, which increments the application's revision. So a process caches their sums,
 * and a report reads today alone. The key is the span, not its name, so that zones with equal days share entries.
 */
export const dayCache = cached("days", () => {
  // By size: with `max`, lru-cache allocates memory for that many entries at once.
  const known = new LRUCache<string, Sums>({ maxSize: 200_000, sizeCalculation: () => 1 });
  const keyOf = (softId: number, revision: number, metric: string, { begin, end }: Span) =>
    `${softId} ${revision} ${metric} ${begin} ${end}`;

  return {
    get: (softId: number, revision: number, metric: string, span: Span): Sums | undefined =>
      known.get(keyOf(softId, revision, metric, span)),
    set(softId: number, revision: number, metric: string, span: Span, sums: Sums): void {
      known.set(keyOf(softId, revision, metric, span), sums);
    },
  };
});
