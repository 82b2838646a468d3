import type { Bound, Vault } from "../vault.ts";

/** What is stored of a message: its text, and the value for the wait that was chosen for it. */
export interface MessageContent {
  text: string;
  value?: string;
}

/** What a kept message is bound to. */
export function messagePlace(accountId: number): Bound {
  return [accountId, 0, "inbound message"];
}

/** In the form that Prisma and statements accept. */
export function sealContent(vault: Vault, accountId: number, content: MessageContent): Uint8Array<ArrayBuffer> {
  return new Uint8Array(vault.seal(JSON.stringify(content), messagePlace(accountId)));
}

export function openContent(vault: Vault, accountId: number, sealed: Uint8Array): MessageContent {
  return JSON.parse(vault.open(sealed, messagePlace(accountId))) as MessageContent;
}
