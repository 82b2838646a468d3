import { Webhook } from "standardwebhooks";

/**
 * The headers of the Standard Webhooks scheme: the message's id, the time of this attempt, and a signature of both and the
 * body for each secret, so that a receiver can verify the message with any of them.
 */
export function signatureHeaders(
  messageId: string,
  body: string,
  secrets: readonly string[],
  now = new Date(),
): Record<string, string> {
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, now, body)).join(" "),
  };
}
