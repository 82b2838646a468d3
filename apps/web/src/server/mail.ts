import { createTransport } from "nodemailer";
import { authSettings } from "./auth-settings.ts";

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
