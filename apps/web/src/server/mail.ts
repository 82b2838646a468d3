import { createTransport } from "nodemailer";
import { authSettings } from "./auth-settings.ts";

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Milliseconds. Nobody waits for a letter, and none is tried for ever. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Hands a letter to the mail server that the operator named. Rejects where there is none, or it takes nothing. */
export async function sendMail(letter: Letter): Promise<void> {
  const { mail } = authSettings();
  if (!mail) throw new Error("There is no GATEPOST_SMTP_URL.");
  const transport = createTransport({ url: mail.url, ...timeouts });
  try {
    await transport.sendMail({ from: mail.from, ...letter });
  } finally {
    transport.close();
  }
}
