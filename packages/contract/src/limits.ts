/**
 * The limits of docs/contract.md, section 10. Sizes are bytes of UTF-8, lengths are characters; limit-sentences.ts says what each
 * limits.
 */
export const limits = {
  bodyBytes: 256 * 1024,
  nesting: 64,
  /** Values in a body, nested ones too: reading more takes long, and nobody else is answered meanwhile. */
  values: 50_000,
  variables: 100,
  variableBytes: 64 * 1024,
  nameLength: 128,
  secretNameLength: 100,
  secretBytes: 16 * 1024,
  domainsOfSecret: 20,
  sessionNameLength: 100,
  sessionBytes: 4 * 1024 * 1024,
  heldTasksOfSession: 20,
  urlLength: 8_192,
  domainsOfInterest: 100,
  reportDays: 366,
  reportFirstDay: "1971-01-01",
  reportLastDay: "9998-12-31",
  idempotencyKeyLength: 255,
  linkExtensions: 2,
  answerLinks: 20,
  embedOrigins: 20,
  linkSeconds: 604_800,
  inboundBytes: 16 * 1024,
  /** Seconds that a message which fits no wait is kept for one that opens later. */
  inboundSeconds: 600,
  inboundLog: 1_000,
  heldSeconds: 55,
  heldCalls: 20,
  templateBytes: 256 * 1024,
  nestedSteps: 4,
  selectorAlternatives: 10,
  stepsOfTask: 10_000,
  /** Instructions of a declared pattern: its characters and classes, with repetitions expanded. */
  patternInstructions: 1_000,
  /** Unicode classes such as \p{L} in a declared pattern, counting each thousand characters that (?i) folds as one. */
  patternTables: 20,
  /** The instructions of a declared pattern times the characters of the value that it is matched against. */
  patternWork: 200_000,
  patternsOfTemplate: 5,
} as const;

/** Calls of one key and of one address. The operator can change them: GATEPOST_RATE_LIMIT. */
export const callRate = { perSecond: 100, burst: 500 } as const;

/** Messages to one account's address for inbound codes. */
export const inboundRate = { perSecond: 2, burst: 200 } as const;

/** Tasks that may be queued. The operator can change them: GATEPOST_MAX_BACKLOG and GATEPOST_MAX_BACKLOG_PER_ACCOUNT. */
export const queueLimits = { all: 10_000, account: 1_000 } as const;

const mebibyte = 1024 * 1024;

/**
 * Bodies of calls that send the key in the header Authorization too, in bytes. The operator can change it, in MiB:
 * GATEPOST_MAX_BODY_MIB.
 */
export const largeBody = { mebibyte, bytes: 4 * mebibyte, maxBytes: 16 * mebibyte } as const;

/** What a file as the value of a variable may have as JSON, in bytes, where a body may have so many. */
export const fileBytes = (bodyBytes: number = largeBody.bytes): number => (bodyBytes * 3) / 4;

/** Seconds that a wait may take. */
export const longestWait = 86_400;

/**
 * Seconds for which a rolled key still works by default, and for which callbacks and events are signed with the previous secret
 * too, so that programs can be updated.
 */
export const graceSeconds = 86_400;

/** Items of a list in one response. */
export const pageLimits = { default: 50, max: 100 } as const;

/** How many of each thing an account may have. The operator can change them: GATEPOST_ACCOUNT_LIMITS. */
export const accountLimits = {
  /** Working keys. Of ended ones the latest are kept. */
  keys: 100,
  endedKeys: 500,
  applications: 100,
  applicationsInAll: 1_000,
  templates: 200,
  /** Of all templates together. Superseded versions that no task can need any more are deleted for new ones. */
  templateVersions: 2_000,
  secrets: 200,
  sessions: 200,
  eventEndpoints: 10,
  inboundRules: 20,
  emailAddresses: 20,
  shareLinks: 50,
  notes: 500,
};

export type AccountLimits = typeof accountLimits;

/** The variable for whose value a step that has failed waits. No other variable has this name. */
export const helpName = "_help";

/** What can be done with a step that has failed: run it again, go on with the next one, or end the task. */
export const helpOptions = ["retry", "skip", "stop"] as const;

/** What a task does when a step fails: it ends, or asks a person. */
export const onFailures = ["fail", "ask"] as const;

/** Seconds for which it asks. */
export const helpSeconds = 600;

/** Whether a text has more characters than that: code points, as zod, JSON Schema and PostgreSQL count them. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** Names that could reach an object's prototype; not allowed as variable names. */
export const forbiddenNames: readonly string[] = ["__proto__", "constructor", "prototype"];

/** The value that marks a variable to be pushed later (docs/contract.md, section 3). */
export const waitForIt = "_WAIT_FOR_IT_";

/** Whether forms hide what is typed for a variable, by its name. */
export const isPasswordName = (name: string): boolean => /passw|secret|token|(^|_)pin(_|$)/i.test(name);
