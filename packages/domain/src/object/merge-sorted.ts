/**
 * Pairs the entries of two sorted lists by their key: `[row, key]`, of which one is undefined where the other list has no such
 * entry. Reads both only as far as it is asked for.
 */
export async function* mergeSorted<Row>(
  rows: AsyncIterable<Row>,
  keys: AsyncIterable<string>,
  keyOf: (row: Row) => string,
): AsyncGenerator<[Row | undefined, string | undefined]> {
  await using left = iteratorOf(rows);
  await using right = iteratorOf(keys);
  let [row, key] = [await left.next(), await right.next()];
  while (row !== undefined || key !== undefined) {
    const [here, there] = [row === undefined ? undefined : keyOf(row), key];
    const takesRow = here !== undefined && (there === undefined || here <= there);
    const takesKey = there !== undefined && (here === undefined || there <= here);
    yield [takesRow ? row : undefined, takesKey ? key : undefined];
    if (takesRow) row = await left.next();
    if (takesKey) key = await right.next();
  }
}

/** `next` resolves with undefined at the end. */
function iteratorOf<T>(list: AsyncIterable<T>) {
  const iterator = list[Symbol.asyncIterator]();
  return {
    async next(): Promise<T | undefined> {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
    async [Symbol.asyncDispose]() {
      await iterator.return?.();
    },
  };
}
