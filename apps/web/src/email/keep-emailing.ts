import { helpName } from "@gatepost/contract/limits";
import { planAlerts } from "@gatepost/domain/notifications/alerts";
import { type AnyEmail, beginReport, claimEmails, type WaitEmail } from "@gatepost/domain/notifications/claim-emails";
import { linkToken } from "@gatepost/domain/notifications/email-links";
import { recordDelivery } from "@gatepost/domain/notifications/outbox";
import { planReports } from "@gatepost/domain/notifications/report-emails";
import { announceWaits, createEmailedLink } from "@gatepost/domain/notifications/wait-emails";
import type { Context } from "@gatepost/domain/platform/context";
import type { ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { repeat } from "@gatepost/domain/platform/unavailable";
import { logFault } from "../http/answer.ts";
import { authSettings } from "../settings.ts";
import { composeEmail, type Email, inText, sendMail } from "./mail.ts";
import { writeAlert, writeReport } from "./report-text.ts";

interface Emailing {
  ctx: Context<{ kind: "system" }>;
  clock: Pick<ServiceClock, "next">;
  signal: AbortSignal;
}

/**
 * Announces waits, reminds of them, and sends the emails about them and about applications, until the signal is aborted: at each
 * tick of the service at which some are due. Every web process does; the database decides which one sends an email. Never rejects.
 */
export async function keepEmailing({ ctx, clock, signal }: Emailing): Promise<void> {
  const sending = new Map<AnyEmail["kind"], Promise<void>>();
  const round = async () => {
    const { emailsDue } = await clock.next(signal);
    if (!emailsDue || signal.aborted) return 0;
    for (let n = 0; n < maxRounds && (await announceWaits({ ctx })) > 0; n++);
    // A slow mail server delays no callback, and many reports delay no email about a wait.
    for (const kind of ["wait", "report"] as const) {
      if (sending.has(kind)) continue;
      const sent = sendDue(ctx, kind, signal).catch((error: unknown) => logFault(faults[kind], error));
      sending.set(
        kind,
        sent.finally(() => sending.delete(kind)),
      );
    }
    return 0;
  };
  await repeat(round, { signal, onFault: (error) => logFault(faults.wait, error) });
  await Promise.all(sending.values());
}

const faults = { wait: "waits not announced", report: "reports not sent" };

/** Rounds of announcements at one tick, each of a hundred waits; the others follow at the next. */
const maxRounds = 20;

async function sendDue(ctx: Emailing["ctx"], kind: AnyEmail["kind"], signal: AbortSignal): Promise<void> {
  if (kind === "report") {
    if (!mailSettings()) return;
    await planReports({ ctx });
    await planAlerts({ ctx });
  }
  while (!signal.aborted) {
    const emails = await claimEmails({ ctx, input: { kind } });
    if (emails.length === 0) return;
    await Promise.all(emails.map((email) => send(ctx, email)));
  }
}

/** Undefined: this installation sends no emails. */
function mailSettings(): { origin: string } | undefined {
  const { mail, origin } = authSettings();
  return mail && origin ? { origin } : undefined;
}

/** An email whose content cannot be read is claimed again two minutes later. */
async function send(ctx: Context, email: AnyEmail): Promise<void> {
  const fault = `${email.kind} email`;
  try {
    const settings = mailSettings();
    const text = settings && (await write(ctx, email, settings.origin));
    if (text && email.kind === "report" && !(await beginReport({ ctx, input: email }))) return;
    const problem = text ? await problemOf(sendMail(text), fault) : "this installation sends no emails";
    await recordDelivery({ ctx, input: { delivery: email, problem } });
  } catch (error) {
    logFault(fault, error);
  }
}

async function problemOf(sending: Promise<void>, fault: string): Promise<string | null> {
  try {
    await sending;
    return null;
  } catch (error) {
    logFault(fault, error);
    return "the mail server did not accept it";
  }
}

function write(ctx: Context, email: AnyEmail, origin: string): Promise<Email> {
  if (email.kind === "wait") return writeWaitEmail(ctx, email, origin);
  return email.about === "alerts" ? writeAlert(ctx, email, origin) : writeReport(ctx, email, origin);
}

/** The email about a wait. What it says is the template's; what the page showed is behind the link. */
async function writeWaitEmail(ctx: Context, email: WaitEmail, origin: string): Promise<Email> {
  const { token } = await createEmailedLink({ ctx, input: email });
  const { deliveryId, taskId, reminder, to, name, prompt, secondsLeft, heldBack, addressId: id, accountId } = email;
  const [requester, templateName] = [inText(email.requester), inText(email.templateName)];
  const left = duration(secondsLeft);
  const paragraphs: (string | string[])[] = [`A task of ${requester} waits for an answer: ${templateName}`];
  if (prompt) paragraphs.push(prompt);
  // What failed is in the page's words.
  if (name === helpName) paragraphs.push("One of its steps failed. You can try it again, skip it, or stop the task.");
  paragraphs.push(
    [`Answer here within ${left}:`, `${origin}/answer/${token}`],
    "Everyone who has this link can answer, so do not forward it. Replies to this email are not read.",
    `The task in the portal: ${origin}/dashboard/tasks/${taskId}`,
  );
  if (heldBack > 0)
    paragraphs.push(
      `${heldBack} other ${heldBack === 1 ? "email was" : "emails were"} not sent to you in the last hour, because there were too many. See ${origin}/dashboard/account`,
    );
  const unsubscribe = `${origin}/email/unsubscribe/${linkToken(ctx, { id, accountId, purpose: "unsubscribe" })}`;
  return composeEmail({
    to,
    subject: `${reminder ? `Only ${left} left: ` : ""}${requester} needs an answer (${templateName})`,
    paragraphs,
    list: { what: "emails", unsubscribe, name: `wait-${deliveryId}` },
  });
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
