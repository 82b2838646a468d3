import type { ConfirmationRequest } from "@gatepost/domain/notifications/email-addresses";
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

interface Draft {
  to: string;
  subject: string;
  /** Each a text, or its lines. */
  paragraphs: readonly (string | readonly string[])[];
  /** For emails that come again: what they are, and the link that ends them. `name` is the same for every attempt. */
  list?: { what: string; unsubscribe: string; name: string };
}

/** The layout of every email: paragraphs of plain text, and last the link that ends emails like it. */
export function composeEmail({ to, subject, paragraphs, list }: Draft): Email {
  const texts = paragraphs.map((one) => (typeof one === "string" ? one : one.join("\n")));
  if (!list) return { to, subject, text: `${texts.join("\n\n")}\n` };
  const { what, unsubscribe, name } = list;
  return {
    to,
    subject,
    text: `${[...texts, `End these ${what}: ${unsubscribe}`].join("\n\n")}\n`,
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
      // By this, mail programs show an email that was sent twice once.
      "Message-ID": `<${name}@${new URL(unsubscribe).hostname}>`,
    },
  };
}

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRightMark = "\u200e";

/** A name for the text of an email, so that what stands beside it, such as a date, keeps its place. */
export function inText(name: string): string {
  return rightToLeft.test(name) ? `${leftToRightMark}${name}${leftToRightMark}` : name;
}

/** Runs work that no response waits for. A failure is logged. */
export function afterwards(what: string, work: () => Promise<void>): void {
  setImmediate(() => work().catch((error: unknown) => logFault(what, error)));
}

export function resetEmail(to: string, origin: string, token: string): Email {
  return composeEmail({
    to,
    subject: "Reset your Gatepost password",
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${to} at ${origin}.`,
      [
        "Choose it here within half an hour. The link works once:",
        // In the fragment, where no server, proxy or log sees it, and no mail scanner uses it up.
        `${origin}/reset-password#${token}`,
      ],
      "If it was not you, do nothing: the password stays as it is.",
    ],
  });
}

/** The email that asks a person whether they want emails about an account's waiting tasks. */
export function confirmEmail({ email, token, askedBy }: ConfirmationRequest, origin: string): Email {
  return composeEmail({
    to: email,
    subject: "Confirm your address for Gatepost",
    paragraphs: [
      [
        `${inText(askedBy)} wants Gatepost at ${origin} to email you when a task waits for a value, such as a code or an approval.`,
        "They can also have reports and alerts about their applications sent to you.",
      ],
      ["If you want these emails, confirm your address within three days:", `${origin}/email/confirm/${token}`],
      "If you do not want them, do nothing.",
    ],
  });
}
