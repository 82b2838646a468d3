import superjson from "superjson";

/**
 * How the portal's calls are sent: inputs as JSON, results as superjson, which keeps their dates. Annotations of superjson in
 * an input are ignored, because a few of them describe an object that contains itself, an array of four billion items, or a
 * tree that no process could ever walk to its end.
 */
export const transformer = {
  input: {
    serialize: (json: unknown) => ({ json }),
    deserialize: (sent: { json?: unknown } | null | undefined) => sent?.json,
  },
  output: superjson,
};

/** The header with the token of a shared dashboard's link. */
export const shareHeader = "x-gatepost-share";

export const maxCalls = 20;
