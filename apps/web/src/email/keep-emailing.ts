import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import type { Context } from "@gatepost/domain/context";
import { unsubscribeToken } from "@gatepost/domain/email-address/unsubscribe";
import { repeat } from "@gatepost/domain/repeat";
import { announceWaits } from "@gatepost/domain/wait-email/announce-waits";
import { claimEmails, type WaitEmail } from "@gatepost/domain/wait-email/claim-emails";
import { createEmailedLink } from "@gatepost/domain/wait-email/create-emailed-link";
import { recordEmail } from "@gatepost/domain/wait-email/record-email";
import { authSettings } from "../server/auth-settings.ts";
import { logFault } from "../server/fault.ts";
import { sendMail } from "../server/mail.ts";
import { waitEmailText } from "./wait-email-text.ts";

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
