import { limits } from "@gatepost/contract/limits";
import type { LiveRight } from "@gatepost/contract/live";
import type { Wait } from "@gatepost/contract/running-task";
import { changeAccount } from "../accounts/account-limits.ts";
import { type AppContext, type Args, type Context, requireChange } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { hashToken, isTokenShaped, newToken } from "../platform/vault.ts";
import { readPicture, type StepPicture } from "../tasks/get-task.ts";
import { readTaskResult } from "../tasks/get-task-result.ts";
import { getWaitPictureSql } from "./sql/get-wait-picture.sql.ts";
import { openAnswerLinkSql } from "./sql/open-answer-link.sql.ts";
import { notExpected } from "./supply-variables.ts";

/** Seconds that a link works if its maker does not say. */
const defaultSeconds = 86_400;

interface CreateAnswerLinkInput {
  taskId: number;
  name: string;
  /** Seconds after which the link stops working, whether or not the task still waits. */
  expiresIn?: number | null | undefined;
  /** Whether its page offers the live page too, with control. */
  live?: boolean | null | undefined;
}

/**
 * Creates a link by which anybody who has it can answer one late variable of a task, while the task waits for it. The
 * result is the only place with its token; `expires` is in Unix seconds. ERROR_VARIABLE_NOT_EXPECTED if the task has no
 * such variable, ERROR_TASK_FINISHED if it has ended, ERROR_BAD_REQUEST if it has as many working links as it may.
 */
export async function createAnswerLink({ ctx, input }: Args<CreateAnswerLinkInput>) {
  const { accountId } = requireChange(ctx, "tasks");
  const { taskId, name } = input;
  const task = await ctx.db.prisma.task.findUnique({ where: { id: taskId, accountId }, select: { endedAt: true } });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (task.endedAt) throw new DomainError("ERROR_TASK_FINISHED");
  if ((await ctx.db.prisma.variable.count({ where: { taskId, name } })) === 0) throw await notExpected(ctx, taskId);
  const live = input.live ? "control" : null;
  return storeLink(ctx, { accountId, taskId, name, live, seconds: input.expiresIn ?? defaultSeconds });
}

/** Creates a link for an account's task: without a name, to its live page alone. ERROR_BAD_REQUEST if it has as many as it may. */
export async function storeLink(
  ctx: AppContext,
  { seconds, ...link }: { accountId: number; taskId: number; name: string; live: LiveRight | null; seconds: number },
): Promise<{ token: string; expires: number }> {
  const { accountId, taskId } = link;
  const token = newToken();
  const expiresAt = new Date(Date.now() + seconds * 1_000);
  await changeAccount(ctx, accountId, async (tx) => {
    const ended = [{ revokedAt: { not: null } }, { expiresAt: { lt: new Date() } }];
    await tx.answerLink.deleteMany({ where: { taskId, OR: ended } });
    if (
      (await tx.answerLink.count({ where: { taskId, emailAddressId: null, endpointId: null } })) >= limits.answerLinks
    )
      throw new DomainError(
        "ERROR_BAD_REQUEST",
        `The task has ${limits.answerLinks} working answer links, which is as many as it may have. They end when they expire, or when somebody revokes them on the task's page in the portal while the task waits.`,
      );
    await tx.answerLink.create({ data: { ...link, hash: hashToken(token), expiresAt } });
  });
  return { token, expires: Math.floor(expiresAt.getTime() / 1_000) };
}

/**
 * The holder of an answer link, with the email address of the task's account, the host that the task opened, and how often the link
 * can still give a wait more time; null if it is unknown, revoked or expired, or its task has ended: these cannot be told apart.
 * Reads only.
 */
export async function openAnswerLink({ app, token }: { app: AppContext; token: unknown }) {
  const link = await findLink(app, token);
  // Without a name it is a link to the live page alone.
  if (!link || link.name === "") return null;
  const { accountId, linkId, taskId, name, live, email, templateName, host, extensions } = link;
  const actor = { kind: "answer link" as const, accountId, linkId, taskId, name, live };
  return { actor, email, templateName, host, extensions: Math.max(0, limits.linkExtensions - extensions) };
}

/**
 * The holder of a link to a live page, or of an answer link that has one, while the task waits for what the link answers, with the
 * origins whose pages may show it in a frame; null as for openAnswerLink.
 */
export async function openLiveLink({ app, token }: { app: AppContext; token: unknown }) {
  const link = await findLink(app, token);
  if (!link?.live) return null;
  const { accountId, linkId, taskId, name, live, email, embedOrigins, templateName, host, isAwaited } = link;
  if (name !== "" && !isAwaited) return null;
  const holder = { accountId, linkId, taskId, live };
  const actor =
    name === "" ? { kind: "live link" as const, ...holder } : { kind: "answer link" as const, name, ...holder };
  return { actor, email, embedOrigins, templateName, host };
}

async function findLink({ db }: AppContext, token: unknown) {
  if (!isTokenShaped(token)) return undefined;
  const [link] = await db.run(openAnswerLinkSql, { hash: Buffer.from(hashToken(token)) });
  if (!link) return undefined;
  const right: LiveRight | undefined = (["view", "control"] as const).find((one) => one === link.live);
  return { ...link, host: URL.parse(link.websiteUrl)?.host ?? "", live: right ? { right, until: link.until } : null };
}

/** A wait with its identity, as wait_name names it: of two waits for one variable, each asks its own question. */
export type Question = Wait & { id: string };

/** What the holder of an answer link is asked; null while the task does not wait for the link's variable. */
export async function getQuestion({ ctx }: { ctx: Context }): Promise<Question | null> {
  const { accountId, taskId, name } = requireLink(ctx);
  const result = await readTaskResult(ctx, { accountId, taskId, withoutSolution: true });
  if (result.status !== "processing") return null;
  const wait = result.waiting.find((one) => one.name === name);
  return wait ? { ...wait, id: result.version } : null;
}

/** What the page showed when the task's present wait for the link's variable began, masked; null if there is none. */
export async function getWaitPicture({ ctx }: { ctx: Context }): Promise<StepPicture | null> {
  const { accountId, taskId, name } = requireLink(ctx);
  const [found] = await ctx.db.run(getWaitPictureSql, { taskId, name });
  return found ? readPicture(ctx, { accountId, taskId }, found) : null;
}

function requireLink(ctx: Context) {
  if (ctx.actor.kind !== "answer link") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx.actor;
}

/**
 * Revokes all answer links of a task's variable, or without a name the links to its live page: their next use is refused, and a live
 * page that one of them shows ends. Returns how many worked until then.
 */
export async function revokeAnswerLinks({
  ctx,
  input: { taskId, name = "" },
}: Args<{ taskId: number; name?: string | undefined }>): Promise<{ revoked: number }> {
  const { accountId } = requireChange(ctx, "tasks");
  const task = await ctx.db.prisma.task.findUnique({ where: { id: taskId, accountId }, select: { id: true } });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const { count } = await ctx.db.prisma.answerLink.updateMany({
    where: { accountId, taskId, name, revokedAt: null, expiresAt: { gt: new Date() } },
    data: { revokedAt: new Date() },
  });
  return { revoked: count };
}
