import { randomUUID } from "node:crypto";
import type { LiveRight } from "@gatepost/contract/live";
import type { Vault } from "../platform/vault.ts";

/** What a web server tells a worker of somebody who wants to see a task's page. */
export interface LiveTicket {
  taskId: number;
  right: LiveRight;
  /** As receipts say it: "user …", "link 7". */
  holder: string;
  /** Tells apart what may be two people, such as two tabs with one link. */
  client: string;
  /** For the people who watch too. */
  name: string;
  /** When what gives the right ends, in milliseconds since 1970. */
  until: number;
}

/** A ticket as it travels: for one use, soon. */
type IssuedTicket = LiveTicket & { id: string; useUntil: number };

/** Milliseconds: longer than connecting takes, and than the clocks of two machines differ. */
const useMs = 60_000;

/** Bound to the installation's secret, and to this use of it. */
const purpose = [0, 0, "live ticket"] as const;

/** A ticket that only a holder of the installation's secret can make or read. */
export function issueTicket(vault: Vault, ticket: LiveTicket): string {
  const issued: IssuedTicket = { ...ticket, id: randomUUID(), useUntil: Date.now() + useMs };
  return vault.seal(JSON.stringify(issued), purpose).toString("base64url");
}

/** Reads tickets, each once: undefined for one that is not ours, was changed, is too old, or was used before. */
export function ticketReader(vault: Vault): (text: string) => LiveTicket | undefined {
  /** The tickets that were used, by when they would have ended. */
  const used = new Map<string, number>();
  return (text) => {
    const ticket = openTicket(vault, text);
    const now = Date.now();
    for (const [id, end] of used) if (end < now) used.delete(id);
    if (!ticket || ticket.useUntil < now || ticket.until < now || used.has(ticket.id)) return undefined;
    used.set(ticket.id, ticket.useUntil);
    return ticket;
  };
}

function openTicket(vault: Vault, text: string): IssuedTicket | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(text, "base64url"), purpose)) as IssuedTicket;
  } catch {
    return undefined;
  }
}
