import type { ConfirmationRequest } from "@gatepost/domain/notifications/email-addresses";
import { composeEmail, type Email } from "./mail.ts";

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
        `${askedBy} wants Gatepost at ${origin} to email you when a task waits for a value, such as a code or an approval.`,
        "They can also have reports and alerts about their applications sent to you.",
      ],
      ["If you want these emails, confirm your address within three days:", `${origin}/email/confirm/${token}`],
      "If you do not want them, do nothing.",
    ],
  });
}
