/** The limits of the wire (CONTRACT, section 1). Sizes are bytes of UTF-8, lengths are characters. */
export const limits = {
  bodyBytes: 256 * 1024,
  nesting: 64,
  variables: 100,
  variableBytes: 64 * 1024,
  nameLength: 128,
  urlLength: 8_192,
  domainsOfInterest: 100,
  reportDays: 366,
  idempotencyKeyLength: 255,
} as const;

/** Names that could reach an object's prototype; refused as variable names. */
export const forbiddenNames: readonly string[] = ["__proto__", "constructor", "prototype"];

/** The value that marks a variable to be pushed later (specification, section 3). */
export const waitForIt = "_WAIT_FOR_IT_";
