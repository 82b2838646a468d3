import { limits } from "@gatepost/contract/limits";
import { changeAccount } from "../accounts/account-limits.ts";
import {
  type Args,
  type Context,
  callerName,
  requireChange,
  requireSession,
  requireSystem,
} from "../platform/context.ts";
import { DomainError, InvalidProperty, readList } from "../platform/errors.ts";
import { findPushers } from "../tasks/receipts.ts";
import { storeLink } from "../waits/answer-links.ts";
import { issueTicket } from "./live-ticket.ts";
import { findLiveWorkerSql } from "./sql/find-live-worker.sql.ts";
import { readViewersSql } from "./sql/read-viewers.sql.ts";

/** How to reach a task's live page: the worker's address, and the ticket to show it. */
export type OpenedLive = Awaited<ReturnType<typeof openLive>>;

/** Of somebody who is signed in: their session is checked all the while. */
const sessionMs = 12 * 60 * 60 * 1_000;

/**
 * Lets the caller see a task's live page, and take it over with the right "control". `client`: the tab that asks.
 * ERROR_NO_SUCH_CAPCHA_ID if the caller has no such task, ERROR_TASK_FINISHED if it has ended, ERROR_SERVICE_UNAVAILABLE while no
 * worker that shows live pages has it.
 */
export async function openLive({ ctx, input }: Args<{ taskId: number; client?: string | undefined }>) {
  const { taskId, client = "" } = input;
  const { accountId, ...who } = viewerOf(ctx, taskId);
  const { workerId, address } = await findWorker(ctx, { taskId, accountId });
  const name = (await findPushers(ctx.db, accountId, [who.holder])).get(who.holder) ?? who.holder;
  return { right: who.right, workerId, address, ticket: issueTicket(ctx.vault, { taskId, client, ...who, name }) };
}

/** Somebody who sees a task's live page, by what allows it: their session or a link. */
export interface LiveViewer {
  taskId: number;
  linkId: number | null;
  sessionId: string | null;
}

/** The marks of a task that has ended, and of one that a worker runs, or none at the moment. */
export const overMark = "over";
export const placeMark = (workerId: number | null): string => `at ${workerId}`;

/** For each viewer, a text that names the worker of the task now, or says that it is over. Nothing for one who may not see it any more. */
export async function readViewers({ ctx, input: { viewers } }: Args<{ viewers: readonly LiveViewer[] }>) {
  requireSystem(ctx);
  const rows = await ctx.db.run(readViewersSql, { viewers: viewers.map((viewer, n) => ({ n, ...viewer })) });
  return new Map(rows.map((row) => [viewers[row.n] as LiveViewer, row.hasEnded ? overMark : placeMark(row.workerId)]));
}

/** Seconds that a link to a live page works if its maker does not say. */
const defaultLinkSeconds = 900;

/**
 * Creates a link to a task's live page, with which anybody who has it may also take it over if `control`. The result is the only
 * place with its token; `expires` is in Unix seconds. Rejects as openLive does, and as storeLink.
 */
export async function createLiveLink({
  ctx,
  input: { taskId, control, expiresIn },
}: Args<{ taskId: number; control?: boolean | null | undefined; expiresIn?: number | null | undefined }>) {
  const { accountId } = requireChange(ctx, "tasks");
  await findWorker(ctx, { taskId, accountId });
  const live = control ? "control" : "view";
  return storeLink(ctx, { accountId, taskId, name: "", live, seconds: expiresIn ?? defaultLinkSeconds });
}

async function findWorker({ db }: Context, { taskId, accountId }: { taskId: number; accountId: number }) {
  const [found] = await db.run(findLiveWorkerSql, { taskId, accountId });
  if (!found) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (found.hasEnded) throw new DomainError("ERROR_TASK_FINISHED");
  const { workerId, address } = found;
  if (workerId === null) throw new DomainError("ERROR_SERVICE_UNAVAILABLE", "No browser is open for this task yet.");
  if (address === null)
    throw new DomainError("ERROR_SERVICE_UNAVAILABLE", "The worker that runs this task shows no live pages.");
  return { workerId, address };
}

function viewerOf(ctx: Context, taskId: number) {
  const { actor } = ctx;
  if (actor.kind === "answer link" || actor.kind === "live link") {
    const { live, linkId, accountId } = actor;
    if (actor.taskId !== taskId || live === null) throw new DomainError("ERROR_ACCESS_DENIED");
    return { accountId, right: live.right, holder: `link ${linkId}`, until: live.until };
  }
  const caller = requireChange(ctx, "tasks");
  const holder = callerName(caller.actor);
  return { accountId: caller.accountId, right: "control" as const, holder, until: Date.now() + sessionMs };
}

/** The origins whose pages may show the account's links to live pages in a frame, as the account lists them; by default none. */
export async function getEmbedOrigins({ ctx }: { ctx: Context }): Promise<string[]> {
  const { accountId } = requireSession(ctx);
  const account = await ctx.db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { embedOrigins: true },
  });
  return account.embedOrigins;
}

/**
 * Replaces them; pages that are opened from now on follow the new list. For people alone: a key that leaks must not decide which
 * sites may lay their own pages around a live page. ERROR_BAD_REQUEST for what is no origin, and for too many.
 */
export async function setEmbedOrigins({ ctx, input }: Args<{ origins: readonly string[] }>): Promise<void> {
  const { accountId } = requireSession(ctx);
  const embedOrigins = [...new Set(readList(input.origins, readOrigin))];
  if (embedOrigins.length > limits.embedOrigins)
    throw new InvalidProperty("origins", `At most ${limits.embedOrigins} origins can be listed.`);
  await changeAccount(ctx, accountId, async (tx) => {
    await tx.account.update({ where: { id: accountId }, data: { embedOrigins } });
  });
}

/** What a header may have: no wildcard, and nothing that would begin another directive. */
const originShape = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

function readOrigin(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || url.href !== `${url.origin}/` || !originShape.test(url.origin))
    throw new InvalidProperty(
      "origins",
      `“${text.trim().slice(0, 100)}” is not an origin. Write it such as https://app.example.com, without a path.`,
    );
  return url.origin;
}
