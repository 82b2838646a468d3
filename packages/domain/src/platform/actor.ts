import type { LiveRight } from "@gatepost/contract/live";

export interface KeyActor<Kind> {
  kind: Kind;
  accountId: number;
  keyId: number;
  readOnly: boolean;
  rights: readonly string[];
  address: string;
  /** As receipts name it; absent where it was not read. */
  keyName?: string;
}

/** The caller. Created once, by the adapter; the domain decides by it alone. */
export type Actor =
  | KeyActor<"key">
  /** A key that this process verified recently. Accepted only by functions whose statement verifies it again. */
  | KeyActor<"cached key">
  /** Somebody signed in to the portal. */
  | { kind: "person"; userId: string; accountId: number; address: string }
  /** The holder of a share link, who reads one application's reports as its owner does. */
  | { kind: "link"; accountId: number; softId: number }
  /** The holder of an answer link, who may answer one variable of one task. */
  | {
      kind: "answer link";
      accountId: number;
      linkId: number;
      taskId: number;
      name: string;
      live: { right: LiveRight; until: number } | null;
    }
  /** The holder of a link to one task's live page. `until`: in milliseconds since 1970. */
  | { kind: "live link"; accountId: number; linkId: number; taskId: number; live: { right: LiveRight; until: number } }
  /** A message to an account's address for inbound codes, which a rule of the account has chosen for this variable. */
  | { kind: "inbound message"; accountId: number; messageId: number; taskId: number; name: string }
  | { kind: "worker"; workerId: number }
  | { kind: "visitor" }
  /** The operator on the machine itself, and maintenance. */
  | { kind: "system" };
