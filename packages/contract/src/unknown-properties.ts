const mostNamed = 10;
const longestName = 128;

/**
 * A sentence for each property that an object has and its schema does not, so that nobody assumes that it had an
 * effect. Beyond ten, one sentence counts the rest.
 */
export function unknownProperties(path: string, given: unknown, shape: Record<string, unknown>): string[] {
  if (typeof given !== "object" || given === null) return [];
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(shape, name));
  const sentences = unknown
    .slice(0, mostNamed)
    .map((name) => `The property ${JSON.stringify(name.slice(0, longestName))} of ${path} is unknown and was ignored.`);
  const more = unknown.length - mostNamed;
  return more > 0 ? [...sentences, `${more} more unknown properties of ${path} were ignored.`] : sentences;
}
