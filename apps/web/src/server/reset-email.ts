import type { Email } from "./mail.ts";

/** The email for somebody who asked for a new password. */
export function resetEmail(to: string, origin: string, token: string): Email {
  return {
    to,
    subject: "Reset your Gatepost password",
    text: [
      `Somebody, probably you, asked for a new password for ${to} at ${origin}.`,
      "",
      "Choose it here within half an hour. The link works once:",
      // In the fragment, where no server, proxy or log sees it, and no mail scanner uses it up.
      `${origin}/reset-password#${token}`,
      "",
      "If it was not you, do nothing: the password stays as it is.",
      "",
    ].join("\n"),
  };
}
