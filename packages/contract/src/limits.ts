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
  reportFirstDay: "1971-01-01",
  reportLastDay: "9998-12-31",
  idempotencyKeyLength: 255,
  /** A template's document, serialised. */
  templateBytes: 256 * 1024,
  /** Instructions of a declared pattern: its characters and classes, with repetitions written out. */
  patternInstructions: 1_000,
  /** Unicode classes such as \p{L} in a declared pattern, counting each thousand characters that (?i) folds as one. */
  patternTables: 20,
  /** The instructions of a declared pattern times the characters of the value that it is matched against. */
  patternWork: 200_000,
  /** Distinct patterns of one template may take this many times what one may. */
  patternsOfTemplate: 5,
} as const;

/** Calls of one key and of one address. The operator may set others: GATEPOST_RATE_LIMIT. */
export const callRate = { perSecond: 100, burst: 500 } as const;

/** Tasks that may be queued. The operator may set others: GATEPOST_MAX_BACKLOG and GATEPOST_MAX_BACKLOG_PER_ACCOUNT. */
export const queueLimits = { all: 10_000, account: 1_000 } as const;

/** How many items of a list are answered at once. */
export const pageLimits = { default: 50, max: 100 } as const;

/** How many of each thing an account may have. The operator may set others: GATEPOST_ACCOUNT_LIMITS. */
export const accountLimits = {
  /** That work; of those that have ended the latest are kept. */
  keys: 100,
  endedKeys: 500,
  /** That are not archived. */
  applications: 100,
  /** With archived ones, whose numbers stay. */
  applicationsInAll: 1_000,
  templates: 200,
  /** Of all templates together; superseded ones that no task can need any more make room. */
  templateVersions: 2_000,
  /** That work, for each application. */
  shareLinks: 50,
  /** Of one's own, for each application. */
  notes: 500,
};

export type AccountLimits = typeof accountLimits;

/** Names that could reach an object's prototype; refused as variable names. */
export const forbiddenNames: readonly string[] = ["__proto__", "constructor", "prototype"];

/** The value that marks a variable to be pushed later (specification, section 3). */
export const waitForIt = "_WAIT_FOR_IT_";
