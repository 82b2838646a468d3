import { unsubscribeToken } from "@gatepost/domain/notifications/email-links";
import {
  announceWaits,
  claimEmails,
  createEmailedLink,
  recordEmail,
  type WaitEmail,
} from "@gatepost/domain/notifications/wait-emails";
import type { Context } from "@gatepost/domain/platform/context";
import type { ServiceClock } from "@gatepost/domain/platform/service-clock";
import { repeat } from "@gatepost/domain/platform/unavailable";
import { logFault } from "../http/answer.ts";
import { authSettings } from "../settings.ts";
import { type Email, listHeaders, sendMail } from "./mail.ts";

interface Emailing {
  ctx: Context<{ kind: "system" }>;
  clock: Pick<ServiceClock, "next">;
  signal: AbortSignal;
}

/**
 * Announces waits, reminds of them and sends the emails about them, until the signal is aborted: at each tick of the service
 * at which some are due. Every web process does; the database decides which one sends an email. Never rejects.
 */
export async function keepEmailing({ ctx, clock, signal }: Emailing): Promise<void> {
  const onFault = (error: unknown) => logFault("waits not announced", error);
  let sending: Promise<void> | undefined;
  const round = async () => {
    const { noticesDue } = await clock.next(signal);
    if (!noticesDue || signal.aborted) return 0;
    for (let n = 0; n < maxRounds && (await announceWaits({ ctx })) > 0; n++);
    // A slow mail server delays no callback.
    sending ??= sendDue(ctx, signal)
      .catch(onFault)
      .finally(() => {
        sending = undefined;
      });
    return 0;
  };
  await repeat(round, { signal, onFault });
  await sending;
}

/** Rounds of announcements at one tick, each of a hundred waits; the others follow at the next. */
const maxRounds = 20;

async function sendDue(ctx: Emailing["ctx"], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const emails = await claimEmails({ ctx });
    if (emails.length === 0) return;
    await Promise.all(emails.map((email) => send(ctx, email)));
  }
}

async function send(ctx: Context, email: WaitEmail): Promise<void> {
  let problem: string | null = null;
  try {
    const { mail, origin } = authSettings();
    if (!mail || !origin) problem = "this installation sends no emails";
    else {
      const { token } = await createEmailedLink({ ctx, input: email });
      const links = {
        answer: `${origin}/answer/${token}`,
        task: `${origin}/dashboard/tasks/${email.taskId}`,
        account: `${origin}/dashboard/account`,
        unsubscribe: `${origin}/email/unsubscribe/${unsubscribeToken(ctx, email)}`,
      };
      await sendMail(waitEmailText(email, links));
    }
  } catch (error) {
    logFault("wait email", error);
    problem = "the mail server did not accept it";
  }
  await recordEmail({ ctx, input: { email, problem } });
}

interface WaitEmailLinks {
  answer: string;
  task: string;
  /** The page with the emails that were not sent. */
  account: string;
  unsubscribe: string;
}

/** The email about a wait. What it says is the template's; what the page showed is behind the link. */
function waitEmailText(
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
