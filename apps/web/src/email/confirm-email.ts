import type { ConfirmationRequest } from "@gatepost/domain/email-address/add-email-address";
import type { Email } from "../server/mail.ts";

/** The email that asks a person whether they want emails about an account's waiting tasks. */
export function confirmEmail({ email, token, askedBy }: ConfirmationRequest, origin: string): Email {
  return {
    to: email,
    subject: "Confirm your address for Gatepost",
    text: [
      `${askedBy} wants Gatepost at ${origin} to email you when a task waits for a value, such as a code or an approval.`,
      "They can also have reports and alerts about their applications sent to you.",
      "",
      "If you want these emails, confirm your address within three days:",
      `${origin}/email/confirm/${token}`,
      "",
      "If you do not want them, do nothing.",
      "",
    ].join("\n"),
  };
}
