import type { WaitEmail } from "@gatepost/domain/wait-email/claim-emails";
import type { Email } from "../server/mail.ts";
import { listHeaders } from "./list-headers.ts";

interface WaitEmailLinks {
  answer: string;
  task: string;
  /** The page with the emails that were not sent. */
  account: string;
  unsubscribe: string;
}

/** The email about a wait. What it says is the template's; what the page showed is behind the link. */
export function waitEmailText(
  { emailId, kind, to, requester, templateName, prompt, secondsLeft, heldBack }: WaitEmail,
  links: WaitEmailLinks,
): Email {
  const left = duration(secondsLeft);
  const reminder = kind === "reminder";
  return {
    to,
    subject: `${reminder ? `Only ${left} left: ` : ""}${requester} needs an answer (${templateName})`,
    text: [
      `A task of ${requester} waits for an answer: ${templateName}`,
      ...(prompt ? ["", prompt] : []),
      "",
      `Answer here within ${left}:`,
      links.answer,
      "",
      "Whoever has this link can answer, so do not forward it. Replies to this email are not read.",
      "",
      `The task in the portal: ${links.task}`,
      ...(heldBack > 0
        ? [
            "",
            `${heldBack} other ${heldBack === 1 ? "email was" : "emails were"} not sent to you in the last hour, because there were too many. See ${links.account}`,
          ]
        : []),
      "",
      `End these emails: ${links.unsubscribe}`,
      "",
    ].join("\n"),
    headers: listHeaders(links.unsubscribe, `wait-${emailId}`),
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
