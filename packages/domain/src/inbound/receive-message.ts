import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "../context.ts";
import { messagePlace, sealContent } from "./message-content.ts";
import { storeMessageSql } from "./store-message.sql.ts";

/** What an account's gateway or forwarder posted. */
interface ReceivedMessage {
  accountId: number;
  /** A telephone number, a name or an email address; empty if it does not say. */
  sender: string;
  text: string;
  /** The body as it was posted, by which a repetition is recognised: it has the gateway's own id and time of the message. */
  body: string;
}

const maxSender = 100;

/**
 * Stores a message for the account's waits, encrypted, for ten minutes; resolves after commit. answerWaits decides on it. A
 * message that was posted twice counts once.
 */
export async function receiveMessage(
  { db, vault }: AppContext,
  { accountId, sender, text, body }: ReceivedMessage,
): Promise<{ stored: boolean }> {
  const [row] = await db.run(storeMessageSql, {
    accountId,
    sender: oneLine(sender),
    content: sealContent(vault, accountId, { text }),
    fingerprint: vault.fingerprint(body, messagePlace(accountId)),
    logLength: limits.inboundLog,
  });
  return { stored: row?.stored ?? false };
}

/** A sender is shown to the owner, and anybody who knows the address can choose it. */
function oneLine(sender: string): string {
  return sender
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, maxSender);
}
