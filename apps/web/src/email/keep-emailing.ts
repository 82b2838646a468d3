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
export function keepEmailing({ ctx, clock, signal }: Emailing): Promise<void> {
  const round = async () => {
    const { noticesDue } = await clock.next(signal);
    if (!noticesDue || signal.aborted) return 0;
    await announceWaits({ ctx });
    const emails = await claimEmails({ ctx });
    await Promise.all(emails.map((email) => send(ctx, email)));
    return 0;
  };
  return repeat(round, { signal, onFault: (error) => logFault("waits not announced", error) });
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
    problem = "the mail server did not take it";
  }
  await recordEmail({ ctx, input: { email, problem } });
}
