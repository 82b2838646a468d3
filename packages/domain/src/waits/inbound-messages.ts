import { limits } from "@gatepost/contract/limits";
import { changeAccount } from "../accounts/account-limits.ts";
import { type AppContext, type Args, logChange, requireManager } from "../platform/context.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { type Bound, hashToken, isTokenShaped, newToken, type Vault } from "../platform/vault.ts";
import { storeMessageSql } from "./sql/store-message.sql.ts";

/** What an account's gateway or forwarder posted. */
interface ReceivedMessage {
  accountId: number;
  /** A telephone number, a name or an email address; empty if it does not say. */
  sender: string;
  text: string;
  /** The body as it was posted, by which a repetition is recognised: it has the gateway's own id and time of the message. */
  body: string;
}

const maxSender = 100;

/**
 * Stores a message for the account's waits, encrypted, for ten minutes; resolves after commit. answerWaits decides on it. A
 * message that was posted twice counts once.
 */
export async function receiveMessage({ db, vault }: AppContext, { accountId, sender, text, body }: ReceivedMessage) {
  const [row] = await db.run(storeMessageSql, {
    accountId,
    sender: oneLine(sender),
    content: sealContent(vault, accountId, { text }),
    fingerprint: vault.fingerprint(body, messagePlace(accountId)),
    logLength: limits.inboundLog,
  });
  return { stored: row?.stored ?? false };
}

/** A sender is shown to the owner, and anybody who knows the address can choose it. One that is cut ends with …, so that it is no rule's. */
function oneLine(sender: string): string {
  const line = sender
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > maxSender ? `${line.slice(0, maxSender - 1)}…` : line;
}

/** What is stored of a message: its text, and the value for the wait that was chosen for it. */
export interface MessageContent {
  text: string;
  value?: string;
}

const messagePlace = (accountId: number): Bound => [accountId, 0, "inbound message"];

/** In the form that Prisma and statements accept. */
export function sealContent(vault: Vault, accountId: number, content: MessageContent): Uint8Array<ArrayBuffer> {
  return new Uint8Array(vault.seal(JSON.stringify(content), messagePlace(accountId)));
}

export function openContent(vault: Vault, accountId: number, sealed: Uint8Array): MessageContent {
  return JSON.parse(vault.open(sealed, messagePlace(accountId))) as MessageContent;
}

/** `kept`: for a wait that opens later. `answering`: its value is being pushed. `replaced`: a later one answered the wait. */
export type Outcome = "kept" | "answering" | "answered" | "unused" | "replaced" | "ambiguous" | "refused" | "repeated";

/**
 * The account's messages with their outcomes, the latest first, and never what a message said. `variable`: whose wait it was chosen
 * for. `detail`: why it was ambiguous.
 */
export async function listMessages({ ctx, input: { accountId, ...input } }: Args<PageInput & { accountId: number }>) {
  requireManager(ctx, accountId);
  return readPage(input, "messageId", async ({ take, after }) => {
    const rows = await ctx.db.prisma.inboundMessage.findMany({
      where: { accountId, ...(after !== null && { id: { lt: after } }) },
      omit: { content: true, fingerprint: true },
      orderBy: { id: "desc" },
      take,
    });
    return rows.map(({ id, receivedAt, sender, outcome, ruleName, taskId, variable, detail }) => ({
      messageId: id,
      receivedAt,
      sender,
      ruleName,
      variable,
      detail,
      outcome: outcome as Outcome,
      taskId: taskId === null ? null : Number(taskId),
    }));
  });
}

/** When the account's address for inbound codes was created; null if it is switched off. */
export async function getAddress({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  return ctx.db.prisma.inboundAddress.findUnique({ where: { accountId }, select: { createdAt: true } });
}

/**
 * Creates the account's address for inbound codes, or replaces it: what is posted to the previous one is ignored from then on.
 * The result is the only place with its token. ERROR_BAD_REQUEST if there is no such account.
 */
export async function rollAddress({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const token = newToken();
  const address = { hash: hashToken(token), createdAt: new Date() };
  await changeAccount(ctx, accountId, async (tx) => {
    await tx.inboundAddress.upsert({ where: { accountId }, create: { accountId, ...address }, update: address });
  });
  logChange(ctx, "inbound address created", { accountId });
  return { token };
}

/** Switches the address off: what is posted to it is ignored from then on. Rules and the log stay. */
export async function deleteAddress({ ctx, input: { accountId } }: Args<{ accountId: number }>): Promise<void> {
  requireManager(ctx, accountId);
  await ctx.db.prisma.inboundAddress.deleteMany({ where: { accountId } });
  logChange(ctx, "inbound address deleted", { accountId });
}

/** The account of an address for inbound codes; null if there is none, or its account is suspended. */
export async function openAddress({ app, token }: { app: AppContext; token: unknown }): Promise<number | null> {
  if (!isTokenShaped(token)) return null;
  const address = await app.db.prisma.inboundAddress.findUnique({
    where: { hash: hashToken(token), account: { suspendedAt: null } },
    select: { accountId: true },
  });
  return address?.accountId ?? null;
}
