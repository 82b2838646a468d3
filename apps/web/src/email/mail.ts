import { createTransport } from "nodemailer";
import { logFault } from "../http/answer.ts";
import { authSettings } from "../settings.ts";

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** Milliseconds. Nobody waits for an email, and attempts must end. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends an email through the configured mail server. Rejects if there is none, or it refuses. */
export async function sendMail(email: Email): Promise<void> {
  const { mail } = authSettings();
  if (!mail) throw new Error("There is no GATEPOST_SMTP_URL.");
  const transport = createTransport({ url: mail.url, ...timeouts });
  try {
    await transport.sendMail({ from: mail.from, ...email });
  } finally {
    transport.close();
  }
}

/** The headers of an email that a link ends. `name` is the same for every attempt, so that mail programs show one that was sent twice once. */
export function listHeaders(unsubscribe: string, name: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
    "Message-ID": `<${name}@${new URL(unsubscribe).hostname}>`,
  };
}

/** Runs work that no response waits for. A failure is logged. */
export function afterwards(what: string, work: () => Promise<void>): void {
  setImmediate(() => work().catch((error: unknown) => logFault(what, error)));
}
