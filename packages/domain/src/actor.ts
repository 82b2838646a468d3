/** The caller. Made once, by the adapter; verbs decide from it alone. */
export type Actor =
  | { kind: "key"; accountId: number; keyId: number; readOnly: boolean; address: string }
  /** A key as this process saw it lately. Only verbs whose own statement proves it again act for it. */
  | { kind: "cached key"; accountId: number; keyId: number; readOnly: boolean; address: string }
  /** Somebody who signed in to the portal. */
  | { kind: "session"; userId: string; accountId: number; address: string }
  /** Whoever holds a share link: reads one application's reports as its owner does. */
  | { kind: "link"; accountId: number; softId: number }
  | { kind: "worker"; workerId: number }
  | { kind: "visitor" }
  /** The operator on the machine itself, and maintenance. */
  | { kind: "system" };
