import fc from "fast-check";

/** The items in an order that the seed decides. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const orders = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(orders, { seed, numRuns: 1 })[0] as Item[];
}

/** Runs the work for each item, in order, a few at a time. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
