import { z } from "zod";

const mostNamed = 10;
const longestName = 128;

/**
 * A sentence for each property that an object, or one within it, has and its schema does not, so that nobody assumes that it
 * had an effect. Beyond ten, one sentence counts the rest.
 */
export function unknownProperties(path: string, given: unknown, schema: z.ZodType): string[] {
  const unknown = [...unknownIn(path, given, schema)];
  const sentences = unknown
    .slice(0, mostNamed)
    .map(
      ([of, name]) => `The property ${JSON.stringify(name.slice(0, longestName))} of ${of} is unknown and was ignored.`,
    );
  const more = unknown.length - mostNamed;
  return more > 0 ? [...sentences, `${more} more unknown properties of ${path} were ignored.`] : sentences;
}

function* unknownIn(path: string, given: unknown, schema: unknown): Generator<[of: string, name: string]> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    yield* unknownIn(path, given, schema.unwrap());
  if (schema instanceof z.ZodArray && Array.isArray(given))
    for (const [index, one] of given.entries()) yield* unknownIn(`${path}[${index}]`, one, schema.element);
  if (!(schema instanceof z.ZodObject) || typeof given !== "object" || given === null) return;
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(schema.shape, name)) yield* unknownIn(`${path}.${name}`, value, schema.shape[name]);
    else yield [path, name];
  }
}
